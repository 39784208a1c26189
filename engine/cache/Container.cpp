#include "engine/cache/Container.h"

#include "engine/cache/Chunks.h"
#include "engine/cache/Hdf5Handles.h"
#include "engine/core/Parallel.h"

#include <hdf5_hl.h>

#include <blosc.h>

#include <algorithm>
#include <array>

namespace sastrugi
{

namespace
{

using hdf5::checked;
using hdf5::Handle;

constexpr H5Z_filter_t bloscFilter = 32001; // as registered with the HDF Group

hid_t storedType(ElementType type)
{
    const hid_t types[] = {H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_STD_U8LE, H5T_STD_U32LE, H5T_STD_U64LE};
    return types[static_cast<int>(type)];
}

/// The filter is named in the files and never run by HDF5 here; it must be known to be named.
void registerFilter()
{
    static H5Z_class2_t filter = {
        H5Z_CLASS_T_VERS,
        bloscFilter,
        1,
        1,
        "blosc",
        nullptr,
        nullptr,
        [](unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*, void**) -> std::size_t { return 0; }};
    if (H5Zfilter_avail(bloscFilter) <= 0)
        checked(H5Zregister(&filter), "register the Blosc filter");
}

// Writing

void writeAttribute(hid_t object, const std::string& name, hid_t type, const Handle& space, const void* value)
{
    const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                           "create an attribute");
    checked(H5Awrite(attribute, type, value), "write an attribute");
}

void writeValue(hid_t object, const std::string& name, const ContainerValue& value)
{
    const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose, "create a space");
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        writeAttribute(object, name, H5T_STD_I64LE, scalar, integer);
    else if (const auto* number = std::get_if<double>(&value))
        writeAttribute(object, name, H5T_IEEE_F64LE, scalar, number);
    else if (const auto* text = std::get_if<std::string>(&value)) {
        const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "create a type");
        checked(H5Tset_size(type, std::max<std::size_t>(1, text->size())), "size a type");
        checked(H5Tset_cset(type, H5T_CSET_UTF8), "set a character set");
        checked(H5Tset_strpad(type, H5T_STR_NULLPAD), "set a padding");
        writeAttribute(object, name, type, scalar, text->empty() ? "" : text->data());
    } else {
        const auto& numbers = std::get<std::vector<double>>(value);
        const hsize_t count = numbers.size();
        const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, "create a space");
        writeAttribute(object, name, H5T_IEEE_F64LE, space, numbers.data());
    }
}

void writeValues(hid_t object, const ContainerValues& values)
{
    for (const auto& [name, value] : values)
        writeValue(object, name, value);
}

/// Creates it and those above it where they are missing.
Handle createGroup(hid_t file, const std::string& path)
{
    const Handle parents(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "create properties");
    checked(H5Pset_create_intermediate_group(parents, 1), "set properties");
    checked(H5Pset_char_encoding(parents, H5T_CSET_UTF8), "set properties");
    return {H5Gcreate2(file, path.c_str(), parents, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "create a group"};
}

ChunkLayout layoutOf(const AttributeArray& array)
{
    return chunkLayout(array.count(), sizeOf(array.type) * static_cast<std::size_t>(array.components));
}

/// As it is stored in the attribute `hash` of the data set.
std::string hashOf(const AttributeArray& array)
{
    return ContentHash().addBytes(array.bytes.data(), array.bytes.size()).digest().hex();
}

struct CompressedArray {
    std::vector<std::vector<std::byte>> chunks;
    std::string hash;
};

/// All chunks of all arrays, by all threads.
std::vector<CompressedArray> compressed(const std::vector<const AttributeArray*>& arrays)
{
    std::vector<CompressedArray> result(arrays.size());
    std::vector<std::pair<std::size_t, std::size_t>> pieces;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        result[i].chunks.resize(layoutOf(*arrays[i]).count());
        for (std::size_t chunk = 0; chunk < result[i].chunks.size(); ++chunk)
            pieces.emplace_back(i, chunk);
    }
    parallelForEach(pieces.size(), [&](std::size_t piece) {
        const auto [i, chunk] = pieces[piece];
        result[i].chunks[chunk] = compressChunk(*arrays[i], layoutOf(*arrays[i]), chunk);
    });
    parallelForEach(arrays.size(), [&](std::size_t i) { result[i].hash = hashOf(*arrays[i]); });
    return result;
}

Handle chunkedProperties(const AttributeArray& array, const ChunkLayout& layout, int rank)
{
    Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "create properties");
    if (layout.rows == 0)
        return properties;
    const hsize_t shape[2] = {layout.rowsPerChunk, static_cast<hsize_t>(array.components)};
    // What the filter's plug-in wants to know: versions, bytes per value, bytes per chunk, level, shuffle, LZ4.
    const unsigned settings[7] = {2,
                                  BLOSC_VERSION_FORMAT,
                                  static_cast<unsigned>(sizeOf(array.type)),
                                  static_cast<unsigned>(layout.chunkBytes()),
                                  5,
                                  BLOSC_SHUFFLE,
                                  BLOSC_LZ4};
    checked(H5Pset_chunk(properties, rank, shape), "set chunks");
    checked(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "set properties");
    checked(H5Pset_filter(properties, bloscFilter, H5Z_FLAG_OPTIONAL, 7, settings), "set the Blosc filter");
    return properties;
}

void writeArray(hid_t group, const AttributeArray& array, std::size_t index, const CompressedArray& stored)
{
    SASTRUGI_ASSERT(!array.name.empty() && array.name.find('/') == std::string::npos && array.name != ".",
                    "the name of an attribute cannot be that of a data set");
    const ChunkLayout layout = layoutOf(array);
    const int rank = array.components > 1 ? 2 : 1;
    const hsize_t shape[2] = {layout.rows, static_cast<hsize_t>(array.components)};
    const Handle space(H5Screate_simple(rank, shape, nullptr), H5Sclose, "create a space");
    const Handle properties = chunkedProperties(array, layout, rank);
    const Handle link(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "create properties");
    checked(H5Pset_char_encoding(link, H5T_CSET_UTF8), "set properties");
    const Handle set(
        H5Dcreate2(group, array.name.c_str(), storedType(array.type), space, link, properties, H5P_DEFAULT), H5Dclose,
        "create a data set");
    writeValue(set, "index", static_cast<std::int64_t>(index));
    writeValue(set, "hash", stored.hash);
    for (std::size_t chunk = 0; chunk < stored.chunks.size(); ++chunk) {
        const hsize_t offset[2] = {chunk * layout.rowsPerChunk, 0};
        const std::vector<std::byte>& bytes = stored.chunks[chunk];
        checked(H5Dwrite_chunk(set, H5P_DEFAULT, 0, offset, bytes.size(), bytes.data()), "write a chunk");
    }
}

std::vector<std::byte> imageOf(const Handle& file)
{
    checked(H5Fflush(file, H5F_SCOPE_GLOBAL), "flush a file");
    const ssize_t size = checked(H5Fget_file_image(file, nullptr, 0), "build a file");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    checked(H5Fget_file_image(file, bytes.data(), bytes.size()), "build a file");
    return bytes;
}

// Reading

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

std::vector<std::byte> toHdf5(const ContainerView& view)
{
    std::vector<const AttributeArray*> arrays;
    std::size_t size = 1 << 16;
    for (const auto& [path, table] : view.tables)
        for (const AttributeArray& array : table->arrays())
            arrays.push_back(&array);
    const std::vector<CompressedArray> stored = compressed(arrays);
    for (const CompressedArray& array : stored)
        for (const std::vector<std::byte>& chunk : array.chunks)
            size += chunk.size() + 4096;

    const hdf5::Session session;
    registerFilter();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "create properties");
    checked(H5Pset_fapl_core(access, size, 0), "use its memory driver"); // one allocation for all
    const Handle file(H5Fcreate("memory.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, "create a file");
    writeValues(file, view.values);
    for (const auto& [path, values] : view.groups)
        writeValues(createGroup(file, path), values);
    std::size_t next = 0;
    for (const auto& [path, table] : view.tables) {
        const Handle group = createGroup(file, path);
        writeValue(group, "count", static_cast<std::int64_t>(table->count()));
        for (std::size_t index = 0; index < table->arrays().size(); ++index, ++next)
            writeArray(group, table->arrays()[index], index, stored[next]);
    }
    return imageOf(file);
}

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
