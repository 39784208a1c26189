#include "engine/cache/ArrayStorage.h"
#include "engine/cache/Container.h"
#include "engine/cache/Hdf5Handles.h"
#include "engine/core/Parallel.h"

#include <blosc.h>

#include <algorithm>

namespace sastrugi
{

namespace
{

using hdf5::checked;
using hdf5::Handle;

constexpr H5Z_filter_t bloscFilter = 32001; // as registered with the HDF Group

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

} // namespace sastrugi
