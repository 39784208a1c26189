#include "engine/simulation/JetLayer.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double largestLayer = 1e6; // particles

/// The first direction across `axis`; the second is its cross product.
Vector3 across(const Vector3& axis)
{
    const Vector3 other = std::abs(axis.x()) < 0.7 ? Vector3::UnitX() : Vector3::UnitY();
    return axis.cross(other).normalized();
}

} // namespace

std::vector<Vector3> jetLattice(const std::string& emitter, const NozzleParameters& nozzle, double spacing)
{
    if (const double count = std::numbers::pi * std::pow(nozzle.radius / spacing, 2); count > largestLayer)
        throw NodeError(ErrorKind::Scene, emitter,
                        fmt::format("emitter '{}': its opening of {} m holds about {:.3g} particles at a spacing of "
                                    "{} m, more than {}: use a larger spacing or a smaller radius",
                                    emitter, nozzle.radius, count, spacing, static_cast<int>(largestLayer)));
    const Vector3 axis = nozzle.direction.normalized(), u = across(axis), v = axis.cross(u);
    const int reach = static_cast<int>(nozzle.radius / spacing);
    std::vector<Vector3> layer;
    for (int j = -reach; j <= reach; ++j)
        for (int i = -reach; i <= reach; ++i)
            if (std::hypot(i, j) * spacing <= nozzle.radius)
                layer.push_back(spacing * (i * u + j * v));
    return layer;
}

JetLayer::JetLayer(const InflowEmitter& emitter, std::int64_t number, double spacing, double time)
    : m_isStill(emitter.motion.isStill())
{
    const auto& nozzle = std::get<NozzleParameters>(emitter.kind);
    const Vector3 direction = nozzle.direction.normalized();
    m_age = time - nozzle.start - static_cast<double>(number) * spacing / nozzle.speed;
    m_centre = nozzle.centre;
    m_middle = nozzle.centre + m_age * nozzle.speed * direction;
    m_velocity = nozzle.speed * direction;
    if (m_isStill)
        return;
    const double left = std::min(time, nozzle.start + static_cast<double>(number) * spacing / nozzle.speed);
    m_pose = emitter.motion.poseAt(left);
    m_velocity = m_pose.rotation * m_velocity;
    // Where one motion ends and the next begins, the velocity at that time is the one after.
    m_nozzleMotion = emitter.motion.velocityAt(std::min(left, std::nextafter(time, 0.0)));
}

JetLayer::Particle JetLayer::at(const Vector3& place) const
{
    if (m_isStill) // not the sum below: that is rounded elsewhere
        return {m_middle + place, m_velocity};
    const Vector3 left = m_pose(m_centre + place), velocity = m_velocity + m_nozzleMotion.at(left);
    return {left + m_age * velocity, velocity};
}

} // namespace sastrugi
