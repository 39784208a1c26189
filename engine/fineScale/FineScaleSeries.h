// Fine-scale particles of any frame of a cache: forward from where they are, or from the first frame again.
#pragma once

#include "engine/fineScale/FineScaleParticles.h"

#include <functional>
#include <optional>

namespace sastrugi
{

class Cache;

class FineScaleSeries
{
public:
    /// Gives a frame by its number.
    using Read = std::function<std::shared_ptr<const Frame>(std::int64_t)>;

    /// `frames` are those that there are, in order.
    FineScaleSeries(FineParticles particles, std::vector<std::int64_t> frames, Read read);
    /// Of all frames that are in the cache now, which must outlive it.
    FineScaleSeries(FineParticles particles, Cache& cache);

    /// All frames up to that one are read. Throws what FineScaleParticles and Read do, and goes on from where it is the
    /// next time; Error(InputOutput) for a number that is not among the frames.
    std::shared_ptr<const Frame> at(std::int64_t number, const std::stop_token& stop = {});

    /// The particles of a frame alone, freshly filled: of the same size, and quick.
    Frame filled(std::int64_t number) const;

    const FineParticles& particles() const { return m_particles; }
    const std::vector<std::int64_t>& frames() const { return m_frames; }

private:
    FineParticles m_particles;
    std::vector<std::int64_t> m_frames;
    Read m_read;
    std::optional<FineScaleParticles> m_state;
    std::shared_ptr<const Frame> m_made; // of the state
};

} // namespace sastrugi
