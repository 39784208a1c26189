// Where the frames of a live run are until it ends: beside the caches of the scene, under no scene's name.
#pragma once

#include <filesystem>

namespace sastrugi
{

/// `base` is the folder of the scene's caches.
inline std::filesystem::path liveFolder(const std::filesystem::path& base) { return base / "live"; }

} // namespace sastrugi
