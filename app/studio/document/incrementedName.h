// The file name of the next version of a scene.
#pragma once

#include <filesystem>

namespace sastrugi::studio
{

/// "scene.sastrugi" gives "scene.002.sastrugi", "scene.007.sastrugi" gives "scene.008.sastrugi"; where later versions
/// are in the folder already, the one after the last of them.
std::filesystem::path incrementedName(const std::filesystem::path& file);

} // namespace sastrugi::studio
