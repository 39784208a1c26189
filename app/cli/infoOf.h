// The kinds of things `sastrugi info` knows, one file each.
#pragma once

#include <filesystem>
#include <string>

namespace sastrugi
{

/// The same in two forms.
struct Info {
    std::string text, json;
};

/// Nodes, links and problems.
Info infoOfScene(const std::filesystem::path& file);
/// The folder of one cache, or the folder of a scene's caches.
Info infoOfCache(const std::filesystem::path& folder);
/// Every attribute with its range, and values that are not finite.
Info infoOfFrame(const std::filesystem::path& file);
/// The import report.
Info infoOfMesh(const std::filesystem::path& file);

} // namespace sastrugi
