// How an array lies in a file: its type in HDF5, its chunks, and its hash.
#pragma once

#include "engine/cache/Chunks.h"
#include "engine/particles/Attributes.h"

#include <hdf5.h>

#include <string>

namespace sastrugi
{

hid_t storedType(ElementType type);

ChunkLayout layoutOf(const AttributeArray& array);

/// As it is stored in the attribute `hash` of the data set.
std::string hashOf(const AttributeArray& array);

} // namespace sastrugi
