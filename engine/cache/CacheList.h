// The cache folders beside each other: of older values, other solver nodes, other scenes in one folder.
#pragma once

#include "engine/cache/Manifest.h"
#include "engine/core/File.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace sastrugi
{

struct CacheFolder {
    std::filesystem::path folder;
    Manifest manifest;
    std::size_t frames = 0;
    std::uint64_t bytes = 0;                     // of all files; linked ones count in each folder
    std::filesystem::file_time_type lastWritten; // of the newest file
    bool isInUse = false;                        // a process writes to it
};

/// The folders under `base` with a readable manifest, the one written to longest ago first.
std::vector<CacheFolder> listCaches(FileLayer& files, const std::filesystem::path& base);

/// Removes the oldest folders until all take at most `limit` bytes; never `current` and never one in use. Files that
/// are not ours stay, and their folder with them. Returns what was removed.
std::vector<CacheFolder> evictCaches(FileLayer& files, const std::filesystem::path& base, std::uint64_t limit,
                                     const std::filesystem::path& current);

} // namespace sastrugi
