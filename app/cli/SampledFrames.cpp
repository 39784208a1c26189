#include "app/cli/SampledFrames.h"

#include "engine/simulation/frameBetween.h"

#include <algorithm>

namespace sastrugi
{

SceneSettings sampledScene(SceneSettings scene, std::int64_t samples)
{
    scene.framesPerSecond *= static_cast<double>(samples);
    scene.firstFrame *= samples;
    scene.lastFrame *= samples;
    return scene;
}

std::vector<std::int64_t> samplesOf(const std::vector<std::int64_t>& frames, std::int64_t samples)
{
    std::vector<std::int64_t> all;
    for (const std::int64_t frame : frames) {
        const bool hasNext = std::ranges::binary_search(frames, frame + 1);
        for (std::int64_t sample = 0; sample < (hasNext ? samples : 1); ++sample)
            all.push_back(frame * samples + sample);
    }
    return all;
}

Hash SampledFrames::hash(std::int64_t sample) const
{
    ContentHash hash;
    hash.add("sample 1").add(m_samples).add(m_source.hash(sample / m_samples));
    if (sample % m_samples != 0)
        hash.add(sample % m_samples).add(m_source.hash(sample / m_samples + 1));
    return hash.digest();
}

std::shared_ptr<const Frame> SampledFrames::frame(std::int64_t number, const std::stop_token& stop)
{
    for (const auto& held : {m_held.first, m_held.second})
        if (held && held->number == number)
            return held;
    m_held.first = std::exchange(m_held.second, m_source.read(number, stop));
    return m_held.second;
}

std::shared_ptr<const Frame> SampledFrames::read(std::int64_t sample, const std::stop_token& stop)
{
    const std::int64_t number = sample / m_samples, part = sample % m_samples;
    const std::shared_ptr<const Frame> before = frame(number, stop);
    Frame made = part == 0 ? *before
                           : frameBetween(m_scene, *before, *frame(number + 1, stop),
                                          static_cast<double>(part) / static_cast<double>(m_samples));
    made.number = sample;
    return std::make_shared<const Frame>(std::move(made));
}

} // namespace sastrugi
