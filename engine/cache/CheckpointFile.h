// One checkpoint as the bytes of one sealed HDF5 file.
#pragma once

#include "engine/core/Hash.h"
#include "engine/simulation/Checkpoint.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace sastrugi
{

std::vector<std::byte> encodeCheckpoint(const Checkpoint& checkpoint, const Hash& prefixHash);

/// Throws Error(InputOutput) that names `file` when the bytes are not a sound checkpoint.
Checkpoint decodeCheckpoint(std::span<std::byte> bytes, const std::filesystem::path& file);

} // namespace sastrugi
