#include "engine/rigid/bodiesAtStart.h"

#include "engine/core/Parallel.h"
#include "engine/core/Words.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/WindingNumber.h"

#include <fmt/format.h>

namespace sastrugi
{

namespace
{

std::vector<std::uint8_t> areInside(const Boundary& boundary, const std::vector<Seed>& seeds, double distance)
{
    const RigidPose toMesh = boundary.motion.poseAt(0).inverse();
    const WindingNumber winding(*boundary.mesh);
    const SurfaceDistance surface(*boundary.mesh);
    const Bounds bounds = boundary.mesh->bounds().grownBy(distance);
    std::vector<std::uint8_t> isInside(seeds.size());
    parallelFor(seeds.size(), [&](std::size_t i) {
        const Vector3 place = toMesh(seeds[i].position);
        isInside[i] =
            bounds.touches({place, place}) && (winding.isInside(place) || surface.nearest(place, distance) < distance);
    });
    return isInside;
}

bool isSamePlace(const RigidPose& a, const RigidPose& b)
{
    return a.rotation.isApprox(b.rotation, 1e-9) && (a.translation - b.translation).norm() < 1e-9;
}

} // namespace

std::vector<Seed> outsideOfBodies(const Scene& scene, std::vector<Seed> seeds, double distance, const Log& log)
{
    for (const Boundary& boundary : scene.boundaries) {
        if (!boundary.body)
            continue;
        const std::vector<std::uint8_t> isInside = areInside(boundary, seeds, distance);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < seeds.size(); ++i)
            if (!isInside[i])
                seeds[kept++] = seeds[i];
        if (log && kept < seeds.size())
            log({LogLevel::Info, boundary.name, "body.inSnow",
                 fmt::format("rigid body '{}' stands in the place of {}, which {} left out", boundary.name,
                             counted(seeds.size() - kept, "particle"), seeds.size() - kept == 1 ? "is" : "are")});
        seeds.resize(kept);
    }
    return seeds;
}

void warnOfBodies(const Scene& scene, double width, double speed, const Log& log)
{
    for (std::size_t k = 0; k < scene.boundaries.size(); ++k) {
        const Boundary& boundary = scene.boundaries[k];
        if (!boundary.body)
            continue;
        const auto warn = [&](std::string_view code, const std::string& sentence) {
            log({LogLevel::Warning, boundary.name, std::string(code),
                 fmt::format("rigid body '{}' {}", boundary.name, sentence)});
        };
        const RigidBody& body = *boundary.body;
        const Vector3 size = boundary.mesh->bounds().size();
        if (size.minCoeff() < width)
            warn("body.thin", fmt::format("is {:.3g} m across, and particles are {:.3g} m: snow hardly feels it; use "
                                          "smaller particles or a larger body",
                                          size.minCoeff(), width));
        if (body.start > scene.settings.timeOf(scene.settings.lastFrame))
            warn("body.late", fmt::format("is let go at {:.6g} s, after the last frame", body.start));
        const double own = boundary.motion.velocityAt(body.start).linear.norm() + body.velocity.norm() +
                           0.5 * size.norm() * body.angularVelocity.norm();
        if (own > speed)
            warn("body.fast", fmt::format("starts with {:.3g} m/s: steps get as short as that asks for", own));
        for (std::size_t other = 0; other < scene.boundaries.size(); ++other) {
            const Boundary& twin = scene.boundaries[other];
            if (twin.mesh == boundary.mesh && (other < k || (other > k && !twin.body)) &&
                isSamePlace(twin.motion.poseAt(0), boundary.motion.poseAt(0)))
                warn("body.twin", fmt::format("starts in the place of '{}', which has the same mesh; link one of them "
                                              "to the solver, or move it",
                                              twin.name));
        }
    }
}

} // namespace sastrugi
