#include "app/cli/cachedFrames.h"
#include "app/cli/formatBytes.h"
#include "app/cli/infoOf.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sastrugi
{

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace
{

Json folderJson(const Cache& cache)
{
    const Manifest& manifest = cache.manifest();
    Json json = {{"kind", "cache"},
                 {"folder", utf8Of(cache.folder())},
                 {"node", manifest.node},
                 {"solver", manifest.solver},
                 {"hash", manifest.sceneHash.hex()},
                 {"program", manifest.program},
                 {"created", manifest.created},
                 {"framesPerSecond", manifest.framesPerSecond},
                 {"bytes", cache.size()},
                 {"checkpoints", cache.checkpointFrames()},
                 {"frames", Json::array()}};
    for (const auto& [number, frame] : cache.frames())
        json["frames"].push_back({{"frame", number}, {"hash", frame.hash.hex()}, {"bytes", frame.bytes}});
    return json;
}

/// "1-12, 14"
std::string frameNumbers(const Cache& cache)
{
    std::vector<std::int64_t> numbers;
    for (const CachedFrame& frame : cache.listFrames())
        numbers.push_back(frame.number);
    return numbers.empty() ? "none" : frameRanges(numbers);
}

std::string folderText(const Cache& cache)
{
    const Manifest& manifest = cache.manifest();
    std::string text = fmt::format(
        "cache of node '{}' ({}), {}\n  {}\n  made {} by {}\n  frames {} at {} per second, "
        "checkpoints before or after {}\n",
        manifest.node, manifest.solver, formatBytes(static_cast<double>(cache.size())), utf8Of(cache.folder()),
        manifest.created, manifest.program, frameNumbers(cache), manifest.framesPerSecond,
        cache.checkpointFrames().empty() ? "no frame"
                                         : fmt::format("frame {}", fmt::join(cache.checkpointFrames(), ", ")));
    for (const auto& [number, frame] : cache.frames())
        text += fmt::format("  frame {:>5}  {}  {}\n", number, frame.hash.hex(),
                            formatBytes(static_cast<double>(frame.bytes)));
    return text;
}

/// Hashes are for comparing runs: those of damaged frames must not be shown.
void leaveOutDamaged(Cache& cache)
{
    for (const CachedFrame& frame : cache.listFrames())
        try {
            cache.readFrame(frame.number);
        } catch (const Error& error) {
            printMessage({LogLevel::Warning, cache.manifest().node, "cache.damaged", error.what()});
        }
}

std::vector<fs::path> cacheFolders(const fs::path& folder)
{
    if (fs::exists(folder / "manifest.json"))
        return {folder};
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_directory() && fs::exists(entry.path() / "manifest.json"))
            folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

} // namespace

Info infoOfCache(const fs::path& folder)
{
    const std::vector<fs::path> folders = cacheFolders(folder);
    if (folders.empty())
        fail(ErrorKind::InputOutput, "'{}' is no cache: neither it nor a folder in it has a manifest.json",
             folder.string());
    FileLayer files;
    Info info;
    Json all = Json::array();
    for (const fs::path& one : folders) {
        Cache cache(files, one, printMessage);
        leaveOutDamaged(cache);
        all.push_back(folderJson(cache));
        info.text += folderText(cache);
    }
    info.json = (all.size() == 1 ? all[0] : Json{{"kind", "caches"}, {"caches", all}}).dump(2);
    return info;
}

} // namespace sastrugi
