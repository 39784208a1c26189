#include "engine/sph/MovingSurface.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// The bounds of a box that is moved, for no more than a search: a hair wider than they need to be.
Bounds movedBounds(const Bounds& box, const RigidPose& pose)
{
    const Vector3 centre = pose(box.centre()), half = 0.5 * (pose.rotation.cwiseAbs() * box.size());
    return Bounds{centre - half, centre + half}.grownBy(1e-9 * half.norm());
}

} // namespace

std::vector<SurfaceSampler::BlockIndex> MovingSurface::blocksNear(std::span<const Bounds> boxes,
                                                                  const RigidPose& toMesh) const
{
    std::vector<BlockIndex> blocks;
    for (const Bounds& box : boxes) {
        const std::vector<BlockIndex> near = m_sampler.blocksNear(movedBounds(box, toMesh));
        blocks.insert(blocks.end(), near.begin(), near.end());
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

void MovingSurface::place(std::span<const Bounds> boxes, const Vector3& origin, const StepTime& step,
                          const std::stop_token& stop)
{
    const RigidPose toOrigin{Matrix3::Identity(), -origin};
    const RigidPose before = toOrigin * m_motion.poseAt(step.begin), after = toOrigin * m_motion.poseAt(step.end());
    const double perSecond = step.length > 0 ? 1 / step.length : 0;
    m_positions.clear();
    m_velocities.clear();
    for (const BlockIndex& block : blocksNear(boxes, before.inverse())) {
        if (stop.stop_requested())
            return;
        const auto [entry, isFresh] = m_sampled.try_emplace(block);
        if (isFresh)
            entry->second = m_sampler.samplesIn(block);
        for (const Vector3& sample : entry->second) {
            const Vector3 place = before(sample);
            const Vector3f p = place.cast<float>(), v = (perSecond * (after(sample) - place)).cast<float>();
            m_positions.push_back({p.x(), p.y(), p.z(), 0});
            m_velocities.push_back({v.x(), v.y(), v.z(), 0});
        }
    }
}

Bounds MovingSurface::boundsIn(const StepTime& step) const
{
    return m_motion.boundsAt(step.begin, m_bounds).grownBy(largestSpeed(step) * step.length);
}

std::size_t MovingSurface::memory() const
{
    std::size_t bytes = (m_positions.capacity() + m_velocities.capacity()) * sizeof(Float4);
    for (const auto& [block, samples] : m_sampled)
        bytes += samples.capacity() * sizeof(Vector3);
    return bytes;
}

} // namespace sastrugi
