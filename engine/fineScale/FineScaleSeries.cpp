#include "engine/fineScale/FineScaleSeries.h"

#include "engine/cache/Cache.h"
#include "engine/core/Error.h"
#include "engine/core/Stop.h"

#include <algorithm>

namespace sastrugi
{

FineScaleSeries::FineScaleSeries(FineParticles particles, std::vector<std::int64_t> frames, Read read)
    : m_particles(std::move(particles)), m_frames(std::move(frames)), m_read(std::move(read))
{
}

FineScaleSeries::FineScaleSeries(FineParticles particles, Cache& cache)
    : FineScaleSeries(std::move(particles), {}, [&cache](std::int64_t number) { return cache.readFrame(number); })
{
    for (const auto& [number, entry] : cache.frames())
        m_frames.push_back(number);
}

std::shared_ptr<const Frame> FineScaleSeries::at(std::int64_t number, const std::stop_token& stop)
{
    if (!std::ranges::binary_search(m_frames, number))
        fail(ErrorKind::InputOutput, "frame {} is not there, and fine particles are carried by frames", number);
    if (m_made && m_made->number == number)
        return m_made;
    m_made.reset();
    if (!m_state || !m_state->carriers() || m_state->carriers()->number > number)
        m_state.emplace(m_particles.simulation, m_particles.parameters);
    const auto& last = m_state->carriers();
    for (auto next = last ? std::ranges::upper_bound(m_frames, last->number) : m_frames.begin();
         next != m_frames.end() && *next <= number; ++next) {
        throwIfStopped(stop);
        m_state->advance(m_read(*next), stop);
    }
    m_made = std::make_shared<const Frame>(m_state->frame());
    return m_made;
}

Frame FineScaleSeries::filled(std::int64_t number) const
{
    FineScaleParticles fresh(m_particles.simulation, m_particles.parameters);
    fresh.advance(m_read(number));
    return fresh.frame();
}

} // namespace sastrugi
