// One frame as the bytes of one sealed HDF5 file.
#pragma once

#include "engine/core/Hash.h"
#include "engine/simulation/Frame.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace sastrugi
{

/// `contentHash` is the frame's.
std::vector<std::byte> encodeFrame(const Frame& frame, const Hash& contentHash, const Hash& prefixHash);

/// Throws Error(InputOutput) that names `file` when the bytes are not a sound frame.
Frame decodeFrame(std::span<std::byte> bytes, const std::filesystem::path& file);

/// Reads a frame outside of a cache. Throws Error(InputOutput) that names the file.
Frame readFrameFile(const std::filesystem::path& file);

} // namespace sastrugi
