// Several samples per frame, as what an export writes: for the motion blur of other programs.
#pragma once

#include "app/cli/exportFrames.h"

#include <utility>

namespace sastrugi
{

/// With `samples` frames in the place of each: number n is the share (n mod samples) after frame n / samples.
SceneSettings sampledScene(SceneSettings scene, std::int64_t samples);

/// The samples of consecutive frames; of the last frame, and of one before a gap, there is the first alone.
std::vector<std::int64_t> samplesOf(const std::vector<std::int64_t>& frames, std::int64_t samples);

class SampledFrames : public FrameSource
{
public:
    /// `scene` is that of `source`, which must outlive this.
    SampledFrames(FrameSource& source, const SceneSettings& scene, std::int64_t samples)
        : m_source(source), m_scene(scene), m_samples(samples)
    {
    }

    Hash hash(std::int64_t sample) const override;
    std::uint64_t bytes(std::int64_t sample) const override { return m_source.bytes(sample / m_samples); }
    std::shared_ptr<const Frame> read(std::int64_t sample, const std::stop_token& stop) override;
    std::shared_ptr<const Frame> example(std::int64_t sample) override { return m_source.example(sample / m_samples); }

private:
    std::shared_ptr<const Frame> frame(std::int64_t number, const std::stop_token& stop);

    FrameSource& m_source;
    SceneSettings m_scene;
    std::int64_t m_samples;
    std::pair<std::shared_ptr<const Frame>, std::shared_ptr<const Frame>> m_held; // read last
};

} // namespace sastrugi
