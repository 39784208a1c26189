// Fine-scale particles: many small ones that go where the snow of a simulation goes, and fall where there is none.
//
// Takahashi et al. 2014, section 3.3, over a step:
//     v <- a u + (1 - a) (v + dt f / m),    x <- x + dt v,    a = min(1, fullness / attachment)
// with the velocity u of the snow around x; they do not act on each other or on the snow, and are pushed out of
// obstacles. Printed is u in both terms, by which a free particle would never fall faster than dt g.
// Not the paper's: u is a mean over particles, and a is per 1/120 s whatever the step.
#pragma once

#include "engine/core/Vector.h"
#include "engine/fineScale/FineScaleParameters.h"
#include "engine/simulation/Frame.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace sastrugi
{

class MovingObstacles;
struct Scene;

class FineScaleParticles
{
public:
    FineScaleParticles(std::shared_ptr<const Scene> scene, const FineScaleParameters& parameters);
    ~FineScaleParticles();
    FineScaleParticles(FineScaleParticles&&) noexcept;
    FineScaleParticles& operator=(FineScaleParticles&&) noexcept;

    /// Takes them on to the next frame, or fills the snow of the first one. Snow that is new in a frame is filled
    /// there, and that of particles which have gone goes with them. Frames come in the order of time; each has id,
    /// position, velocity, radius and mass. Bit-identical for any number of threads.
    /// Throws Error(Scene) where there are more than ids, Error(Memory), and Error(Interrupted) when stopped; all is as
    /// before then.
    void advance(std::shared_ptr<const Frame> next, std::stop_token stop = {});

    /// As they are in the last frame: the usual attributes, and whatever else the particles have that carry them. An id
    /// is that of its particle times perParticle and a number. Must not be called before advance().
    Frame frame() const;

    std::size_t count() const { return m_position.size(); }
    /// The last frame; null before the first.
    const std::shared_ptr<const Frame>& carriers() const { return m_last; }

private:
    struct Interval;

    void checkSize(const Frame& frame) const;
    void fill(const Frame& frame, std::uint32_t particle, Vector3f* position, Vector3f* velocity) const;
    void makeObstacles(const Frame& next, double spacing);
    void prepareObstacles(const Interval& interval, const std::vector<Vector3f>& position);
    void step(const Interval& interval, std::vector<Vector3f>& position, std::vector<Vector3f>& velocity,
              const std::stop_token& stop) const;

    std::shared_ptr<const Scene> m_scene;
    FineScaleParameters m_parameters;
    std::shared_ptr<const Frame> m_last;
    Vector3 m_origin = Vector3::Zero();           // of the positions
    std::vector<Vector3f> m_position, m_velocity; // perParticle for each particle of m_last, in its order
    std::unique_ptr<MovingObstacles> m_obstacles; // null: none yet
    bool m_isMovedByRun = false;
};

} // namespace sastrugi
