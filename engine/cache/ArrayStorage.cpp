#include "engine/cache/ArrayStorage.h"

#include "engine/core/Hash.h"

namespace sastrugi
{

hid_t storedType(ElementType type)
{
    const hid_t types[] = {H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_STD_U8LE, H5T_STD_U32LE, H5T_STD_U64LE};
    return types[static_cast<int>(type)];
}

ChunkLayout layoutOf(const AttributeArray& array)
{
    return chunkLayout(array.count(), sizeOf(array.type) * static_cast<std::size_t>(array.components));
}

std::string hashOf(const AttributeArray& array)
{
    return ContentHash().addBytes(array.bytes.data(), array.bytes.size()).digest().hex();
}

} // namespace sastrugi
