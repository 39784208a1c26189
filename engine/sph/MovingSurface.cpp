#include "engine/sph/MovingSurface.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>

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

/// Moved on along an axis.
RigidPose shifted(const Vector3& way, const RigidPose& pose) { return {pose.rotation, pose.translation + way}; }

} // namespace

double samplingDensity(const Boundary& boundary)
{
    if (!boundary.deformation)
        return 1;
    const double stretch = boundary.deformation->largestStretch(*boundary.mesh);
    if (stretch > 4)
        throw NodeError(ErrorKind::Scene, boundary.name,
                        fmt::format("boundary '{}' has an edge that becomes {:.3g} times longer; 4 times are possible",
                                    boundary.name, stretch));
    return stretch;
}

MovingSurface::MovingSurface(const Boundary& boundary, SurfaceSampler sampler)
    : m_motion(boundary.motion), m_bounds(boundary.mesh->bounds()), m_deformation(boundary.deformation),
      m_sampler(std::move(sampler))
{
    if (boundary.load)
        m_axis = boundary.load->direction();
    if (!m_deformation)
        return;
    m_bounds = m_deformation->bounds();
    if (m_deformation->stepAt(0))
        return; // sampled as it comes
    std::vector<Vector3> samples;
    for (const BlockIndex& block : m_sampler.blocksNear(boundary.mesh->bounds())) {
        const std::vector<Vector3> inBlock = m_sampler.samplesIn(block);
        samples.insert(samples.end(), inBlock.begin(), inBlock.end());
    }
    m_fixed = fixToSurface(*boundary.mesh, samples, m_sampler.spacing());
}

double MovingSurface::largestSpeed(const StepTime& step) const
{
    double speed = m_motion.largestSpeed(step.begin, step.end(), m_bounds) + std::abs(m_plate.velocity);
    if (m_deformation)
        speed += m_deformation->largestSpeed(step.begin, step.end());
    return speed;
}

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
    const Vector3 way = m_plate.way * m_axis, further = way + step.length * m_plate.velocity * m_axis;
    const RigidPose before = toOrigin * shifted(way, m_motion.poseAt(step.begin)),
                    after = toOrigin * shifted(further, m_motion.poseAt(step.end()));
    m_positions.clear();
    m_velocities.clear();
    if (m_deformation) {
        const std::shared_ptr<const TriangleMesh> mesh = m_deformation->stepAt(step.begin);
        if (!mesh) {
            placeFixed(boxes, before, after, step);
            return;
        }
        if (mesh != m_step) { // other triangles
            m_sampler = SurfaceSampler(*mesh, m_sampler.spacing(), stop);
            m_sampled.clear();
            m_step = mesh;
        }
    }
    for (const BlockIndex& block : blocksNear(boxes, before.inverse())) {
        if (stop.stop_requested())
            return;
        const auto [entry, isFresh] = m_sampled.try_emplace(block);
        if (isFresh)
            entry->second = m_sampler.samplesIn(block);
        for (const Vector3& sample : entry->second)
            add(before(sample), after(sample), step.length);
    }
}

void MovingSurface::placeFixed(std::span<const Bounds> boxes, const RigidPose& before, const RigidPose& after,
                               const StepTime& step)
{
    Bounds near;
    for (const Bounds& box : boxes)
        near.add(box);
    const std::vector<Vector3> from = m_deformation->pointsAt(step.begin), to = m_deformation->pointsAt(step.end());
    for (const SurfacePoint& sample : m_fixed)
        if (const Vector3 place = before(sample.at(from)); near.touches({place, place}))
            add(place, after(sample.at(to)), step.length);
}

/// A sample that goes from a place to another in the step.
void MovingSurface::add(const Vector3& from, const Vector3& to, double length)
{
    const Vector3f p = from.cast<float>(), v = ((length > 0 ? 1 / length : 0) * (to - from)).cast<float>();
    m_positions.push_back({p.x(), p.y(), p.z(), 0});
    m_velocities.push_back({v.x(), v.y(), v.z(), 0});
}

Bounds MovingSurface::boundsIn(const StepTime& step) const
{
    const Bounds bounds = m_motion.boundsAt(step.begin, m_bounds);
    const Vector3 way = m_plate.way * m_axis;
    return Bounds{bounds.minimum + way, bounds.maximum + way}.grownBy(largestSpeed(step) * step.length);
}

std::size_t MovingSurface::memory() const
{
    std::size_t bytes = m_fixed.capacity() * sizeof(SurfacePoint);
    bytes += (m_positions.capacity() + m_velocities.capacity()) * sizeof(Float4);
    for (const auto& [block, samples] : m_sampled)
        bytes += samples.capacity() * sizeof(Vector3);
    return bytes;
}

} // namespace sastrugi
