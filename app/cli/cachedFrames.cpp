#include "app/cli/cachedFrames.h"

#include "engine/core/Error.h"

namespace sastrugi
{

namespace
{

/// What to add where frames of the scene as it was before may be what is looked for.
std::string staleHint(const SceneInput& input)
{
    std::error_code status;
    const bool hasOthers =
        std::filesystem::exists(input.cacheBase(), status) && !std::filesystem::is_empty(input.cacheBase(), status);
    return hasOthers ? " (other frames there are of the scene with other values)" : "";
}

} // namespace

std::string frameRanges(const std::vector<std::int64_t>& frames)
{
    std::string text;
    for (std::size_t at = 0; at < frames.size();) {
        const std::int64_t first = frames[at];
        std::int64_t last = first;
        for (++at; at < frames.size() && frames[at] == last + 1; ++at)
            last = frames[at];
        text += text.empty() ? "" : ", ";
        text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    }
    return text;
}

std::vector<std::int64_t> cachedFrames(const Cache& cache, const SceneInput& input, const std::string& range)
{
    std::vector<std::int64_t> there, missing, all;
    for (const auto& [number, file] : cache.frames())
        all.push_back(number);
    if (const std::optional<FrameRange> wanted = parseFrames(range))
        for (std::int64_t frame = wanted->first; frame <= wanted->last; ++frame)
            (cache.hasFrame(frame) ? there : missing).push_back(frame);
    else
        there = all;
    if (all.empty())
        fail(ErrorKind::InputOutput,
             "no frame of this scene is in the cache '{}'{}; compute them with: sastrugi sim {}{}",
             utf8Of(cache.folder()), staleHint(input), input.sameScene(), range.empty() ? "" : " --frames " + range);
    const SceneSettings scene = typedValues<SceneSettings>(input.graph().node(Graph::sceneNode).values);
    if (!missing.empty() && missing.front() < scene.firstFrame)
        fail(ErrorKind::Usage, "--frames: there is no frame {}; the scene starts at frame {}", missing.front(),
             scene.firstFrame);
    if (missing.size() == 1)
        fail(ErrorKind::InputOutput,
             "frame {} is not in the cache '{}', which has {}; compute it with: sastrugi sim {} --frames {}",
             missing.front(), utf8Of(cache.folder()), frameRanges(all), input.sameScene(), range);
    if (!missing.empty())
        fail(ErrorKind::InputOutput,
             "frames {} are not in the cache '{}', which has {}; compute them with: sastrugi sim {} --frames {}",
             frameRanges(missing), utf8Of(cache.folder()), frameRanges(all), input.sameScene(), range);
    return there;
}

} // namespace sastrugi
