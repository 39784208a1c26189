// The names of folders and files in a cache.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace sastrugi
{

struct Hash;

/// "<node>-<hash>": what people recognise, in characters that every file system takes, and what identifies it.
std::string cacheFolderName(std::string_view node, const Hash& sceneHash);

/// "frame.0012.h5"; more digits from 10000 on.
std::string numberedName(std::string_view kind, std::int64_t number);

/// The files "<kind>.<number>.h5" of a folder, by number; none when it does not exist.
std::map<std::int64_t, std::filesystem::path> numberedFiles(const std::filesystem::path& folder, std::string_view kind);

} // namespace sastrugi
