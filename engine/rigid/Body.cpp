#include "engine/rigid/Body.h"

#include "engine/core/Error.h"
#include "engine/geometry/MassProperties.h"
#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/SurfaceSampler.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double manySamples = 200; // about, however large it is: a face that lies on something has some thirty

std::vector<Vector3> samplesOf(const TriangleMesh& mesh, const Vector3& centre)
{
    const SurfaceSampler sampler(mesh, std::sqrt(mesh.surfaceArea() / manySamples));
    std::vector<Vector3> samples;
    for (const SurfaceSampler::BlockIndex& block : sampler.blocksNear(mesh.bounds()))
        for (const Vector3& sample : sampler.samplesIn(block))
            samples.push_back(sample - centre);
    return samples;
}

} // namespace

Body bodyOf(const Scene& scene, std::size_t index)
{
    const Boundary& boundary = scene.boundaries[index];
    const auto refuse = [&](std::string_view what) {
        throw NodeError(ErrorKind::Scene, boundary.name, fmt::format("rigid body '{}' {}", boundary.name, what));
    };
    if (boundary.deformation)
        refuse("changes its shape; a rigid body keeps it: use a mesh without deformation");
    if (boundary.load)
        refuse("carries a load as well; it can have one of both");
    const MassProperties properties = massPropertiesOf(*boundary.mesh);
    if (!rimOf(*boundary.mesh).empty())
        refuse(
            "has a mesh with holes, or with faces that look both ways, so that nothing says what it weighs; close it, "
            "for instance with the option fillHoles of Mesh File");
    if (!(properties.volume > 0))
        refuse("has a mesh that is inside out or flat: it has no volume");
    Body body;
    body.boundary = index;
    body.settings = *boundary.body;
    body.motion = boundary.motion;
    body.surface = boundary.surface;
    body.mass = body.settings.massOf(properties.volume);
    body.meshCentre = properties.centre;
    body.inertia = body.mass / properties.volume * properties.inertia;
    body.inverseInertia = body.inertia.inverse();
    if (!body.inverseInertia.allFinite())
        refuse("has a mesh so thin that it cannot be turned");
    body.bounds = boundary.mesh->bounds();
    for (const Vector3& point : boundary.mesh->points)
        body.extent = std::max(body.extent, (point - body.meshCentre).norm());
    body.samples = samplesOf(*boundary.mesh, body.meshCentre);
    return body;
}

void Body::advance(double timeStep)
{
    const Vector3 momentum = momentumOf(spin);
    const auto turnedBy = [](const Vector3& angles, const Eigen::Quaterniond& from) {
        const double angle = angles.norm();
        return angle > 0 ? (Eigen::AngleAxisd(angle, angles / angle) * from).normalized() : from;
    };
    centre += timeStep * velocity;
    // With the spin in the middle of the step, else energy comes up from nothing.
    const Eigen::Quaterniond begin = turn;
    turn = turnedBy(0.5 * timeStep * spin, begin);
    turn = turnedBy(timeStep * spinOf(momentum), begin);
    spin = spinOf(momentum);
}

} // namespace sastrugi
