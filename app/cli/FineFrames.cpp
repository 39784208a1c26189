#include "app/cli/FineFrames.h"

namespace sastrugi
{

FineFrames::FineFrames(const FineParticles& particles, Cache& cache) : m_cache(cache), m_series(particles, cache)
{
    ContentHash parameters;
    parameters.add("fineScale 1").add(particles.simulation->contentHash());
    addParametersToHash(parameters, particles.parameters);
    Hash before = parameters.digest();
    for (const auto& [number, entry] : cache.frames()) {
        ContentHash hash;
        hash.add(before).add(entry.hash);
        before = hash.digest();
        m_hashes[number] = before;
    }
}

std::shared_ptr<const Frame> FineFrames::read(std::int64_t frame, const std::stop_token& stop)
{
    return m_series.at(frame, stop);
}

std::shared_ptr<const Frame> FineFrames::example(std::int64_t frame)
{
    return std::make_shared<const Frame>(m_series.filled(frame));
}

} // namespace sastrugi
