#include "engine/cache/ArrayStorage.h"
#include "engine/cache/Container.h"
#include "engine/cache/Hdf5Handles.h"
#include "engine/core/Parallel.h"

#include <hdf5_hl.h>

#include <algorithm>
#include <array>

namespace sastrugi
{

namespace
{

using hdf5::checked;
using hdf5::Handle;

ContainerValue readValue(hid_t object, const char* name)
{
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, "open an attribute");
    const Handle type(H5Aget_type(attribute), H5Tclose, "read a type");
    const Handle space(H5Aget_space(attribute), H5Sclose, "read a space");
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_STRING) {
        std::string text(H5Tget_size(type), '\0');
        checked(H5Aread(attribute, type, text.data()), "read an attribute");
        text.resize(std::min(text.size(), text.find('\0')));
        return text;
    }
    if (kind == H5T_INTEGER) {
        std::int64_t integer = 0;
        checked(H5Aread(attribute, H5T_NATIVE_INT64, &integer), "read an attribute");
        return integer;
    }
    std::vector<double> numbers(static_cast<std::size_t>(checked(H5Sget_simple_extent_npoints(space), "read a space")));
    checked(H5Aread(attribute, H5T_NATIVE_DOUBLE, numbers.data()), "read an attribute");
    if (H5Sget_simple_extent_type(space) == H5S_SCALAR)
        return numbers.at(0);
    return numbers;
}

ContainerValues readValues(hid_t object)
{
    ContainerValues values;
    const auto visit = [](hid_t from, const char* name, const H5A_info_t*, void* target) -> herr_t {
        try {
            (*static_cast<ContainerValues*>(target))[name] = readValue(from, name);
            return 0;
        } catch (...) {
            return -1; // exceptions must not pass through C
        }
    };
    checked(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &values), "read attributes");
    return values;
}

/// Where the compressed chunks of an array lie among the bytes of the file.
struct StoredArray {
    AttributeArray array;
    std::size_t rows = 0;
    std::int64_t index = 0;
    std::string hash;
    std::vector<std::span<const std::byte>> chunks;
};

ElementType elementType(hid_t type)
{
    for (int i = 0; i <= static_cast<int>(ElementType::UInt64); ++i)
        if (H5Tequal(type, storedType(static_cast<ElementType>(i))) > 0)
            return static_cast<ElementType>(i);
    fail(ErrorKind::InputOutput, "a data set has a type that this program does not know");
}

StoredArray locate(hid_t group, const std::string& name, std::span<const std::byte> bytes)
{
    const Handle set(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "open a data set");
    const Handle type(H5Dget_type(set), H5Tclose, "read a type");
    const Handle space(H5Dget_space(set), H5Sclose, "read a space");
    std::array<hsize_t, 2> shape = {0, 1};
    if (H5Sget_simple_extent_ndims(space) > 2 || H5Sget_simple_extent_dims(space, shape.data(), nullptr) < 1)
        fail(ErrorKind::InputOutput, "data set '{}' has another shape than a table's", name);
    StoredArray stored;
    stored.array = {name, elementType(type), static_cast<int>(shape[1]), {}};
    stored.rows = shape[0];
    const ContainerValue index = readValue(set, "index"), hash = readValue(set, "hash");
    if (!std::holds_alternative<std::int64_t>(index) || !std::holds_alternative<std::string>(hash))
        fail(ErrorKind::InputOutput, "data set '{}' was written by another program", name);
    stored.index = std::get<std::int64_t>(index);
    stored.hash = std::get<std::string>(hash);
    const ChunkLayout layout = chunkLayout(stored.rows, shape[1] * sizeOf(stored.array.type));
    for (std::size_t chunk = 0; chunk < layout.count(); ++chunk) {
        const hsize_t offset[2] = {chunk * layout.rowsPerChunk, 0};
        unsigned skipped = 0;
        haddr_t address = 0;
        hsize_t size = 0;
        checked(H5Dget_chunk_info_by_coord(set, offset, &skipped, &address, &size), "find a chunk");
        if (address > bytes.size() || size > bytes.size() - address)
            fail(ErrorKind::InputOutput, "data set '{}' lies outside of the file", name);
        stored.chunks.push_back(bytes.subspan(address, size));
    }
    return stored;
}

std::vector<std::string> linkNames(hid_t group)
{
    std::vector<std::string> names;
    const auto visit = [](hid_t, const char* name, const H5L_info_t*, void* target) -> herr_t {
        static_cast<std::vector<std::string>*>(target)->emplace_back(name);
        return 0;
    };
    checked(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names), "list a group");
    return names;
}

/// The groups of a file with their attributes, and the arrays of those that are tables.
struct Found {
    Container content;
    std::map<std::string, std::vector<StoredArray>> arrays;
};

void readGroup(hid_t parent, const std::string& path, std::span<const std::byte> bytes, Found& found)
{
    const Handle group(H5Gopen2(parent, path.c_str(), H5P_DEFAULT), H5Gclose, "open a group");
    found.content.groups[path] = readValues(group);
    for (const std::string& name : linkNames(group)) {
        const Handle child(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose, "open an object");
        if (H5Iget_type(child) == H5I_GROUP)
            readGroup(parent, path + "/" + name, bytes, found);
        else
            found.arrays[path].push_back(locate(group, name, bytes));
    }
}

/// Decompresses all chunks of all tables, by all threads. They also get the memory, which takes as long.
void fill(std::map<std::string, std::vector<StoredArray>>& tables)
{
    std::vector<StoredArray*> arrays;
    std::vector<std::pair<StoredArray*, std::size_t>> pieces;
    for (auto& [path, table] : tables)
        for (StoredArray& stored : table) {
            arrays.push_back(&stored);
            for (std::size_t chunk = 0; chunk < stored.chunks.size(); ++chunk)
                pieces.emplace_back(&stored, chunk);
        }
    parallelForEach(arrays.size(), [&](std::size_t i) {
        AttributeArray& array = arrays[i]->array;
        array.bytes.resize(arrays[i]->rows * static_cast<std::size_t>(array.components) * sizeOf(array.type));
    });
    parallelForEach(pieces.size(), [&](std::size_t piece) {
        auto [stored, chunk] = pieces[piece];
        decompressChunk(stored->chunks[chunk], layoutOf(stored->array), chunk, stored->array);
    });
    parallelForEach(arrays.size(), [&](std::size_t i) {
        if (hashOf(arrays[i]->array) != arrays[i]->hash)
            fail(ErrorKind::InputOutput, "data set '{}' is not what was written", arrays[i]->array.name);
    });
}

/// A group with the attribute `count` is a table.
void assembleTables(Found& found)
{
    for (auto& [path, values] : found.content.groups) {
        const auto count = values.find("count");
        if (count == values.end() || !std::holds_alternative<std::int64_t>(count->second))
            continue;
        std::vector<StoredArray>& arrays = found.arrays[path];
        std::sort(arrays.begin(), arrays.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
        Attributes table(static_cast<std::size_t>(std::get<std::int64_t>(count->second)));
        for (StoredArray& stored : arrays)
            table.add(std::move(stored.array));
        found.content.tables.emplace(path, std::move(table));
    }
}

} // namespace

Container fromHdf5(std::span<std::byte> bytes)
{
    Found found;
    {
        const hdf5::Session session;
        const Handle file(
            H5LTopen_file_image(bytes.data(), bytes.size(), H5LT_FILE_IMAGE_DONT_COPY | H5LT_FILE_IMAGE_DONT_RELEASE),
            H5Fclose, "open the file");
        found.content.values = readValues(file);
        for (const std::string& name : linkNames(file))
            readGroup(file, name, bytes, found);
    }
    fill(found.arrays);
    assembleTables(found);
    return std::move(found.content);
}

} // namespace sastrugi
