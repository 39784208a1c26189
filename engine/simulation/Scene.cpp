#include "engine/simulation/Scene.h"

#include "engine/simulation/Solver.h"

namespace sastrugi
{

namespace
{

// Names are left out everywhere: renaming a node changes no frame.

void addToHash(ContentHash& hash, const SceneSettings& settings)
{
    forEachParameter(settings, [&](const ParameterInfo& info, const auto& value) {
        if (info.key == "lastFrame") // extending the range changes no frame
            return;
        hash.add(info.key);
        addToHash(hash, toParameterValue(info, value));
    });
}

void addToHash(ContentHash& hash, const Vector3& vector)
{
    for (int axis = 0; axis < 3; ++axis)
        hash.add(vector[axis]);
}

void addToHash(ContentHash& hash, const Boundary& boundary)
{
    hash.add(boundary.mesh->contentHash());
    addParametersToHash(hash, boundary.surface);
    hash.add(boundary.spacing);
    boundary.motion.addToHash(hash);
    if (boundary.deformation)
        boundary.deformation->addToHash(hash);
    if (boundary.load) {
        hash.add("load");
        addParametersToHash(hash, *boundary.load);
    }
    if (boundary.body) {
        hash.add("body");
        addParametersToHash(hash, *boundary.body);
    }
}

void addToHash(ContentHash& hash, const Material& material)
{
    hash.add(static_cast<std::int64_t>(material.index()));
    std::visit([&](const auto& values) { addParametersToHash(hash, values); }, material);
    for (const MaterialVariation& variation : material.variations)
        addParametersToHash(hash, variation);
    if (material.heat) {
        hash.add("heat");
        addParametersToHash(hash, *material.heat);
    }
}

void addToHash(ContentHash& hash, const FillEmitter& emitter)
{
    hash.add(emitter.region->contentHash());
    addToHash(hash, emitter.material);
    addToHash(hash, emitter.velocity);
    addToHash(hash, emitter.angularVelocity);
    hash.add(emitter.jitter);
    if (emitter.particles) {
        hash.add("given");
        hash.addBytes(emitter.particles->positions.data(), emitter.particles->positions.size() * sizeof(Vector3));
        hash.addBytes(emitter.particles->velocities.data(), emitter.particles->velocities.size() * sizeof(Vector3));
        if (const auto& temperatures = emitter.particles->temperatures; !temperatures.empty()) {
            hash.add("temperatures");
            hash.addBytes(temperatures.data(), temperatures.size() * sizeof(float));
        }
    }
}

void addToHash(ContentHash& hash, const InflowEmitter& emitter)
{
    hash.add(static_cast<std::int64_t>(emitter.kind.index()));
    std::visit([&](const auto& values) { addParametersToHash(hash, values); }, emitter.kind);
    if (emitter.surface)
        hash.add(emitter.surface->contentHash());
    emitter.motion.addToHash(hash);
    addToHash(hash, emitter.material);
}

} // namespace

std::shared_ptr<const TriangleMesh> regionOf(const Emitter& emitter)
{
    if (const auto* fill = std::get_if<FillEmitter>(&emitter))
        return fill->region;
    return std::get<InflowEmitter>(emitter).surface;
}

std::shared_ptr<const TriangleMesh> meshAt(const Boundary& boundary, double time)
{
    if (boundary.motion.isStill() && !boundary.deformation)
        return boundary.mesh;
    const std::shared_ptr<const TriangleMesh> step =
        boundary.deformation ? boundary.deformation->stepAt(time) : nullptr;
    TriangleMesh mesh = step ? *step : *boundary.mesh;
    if (boundary.deformation && !step)
        mesh.points = boundary.deformation->pointsAt(time);
    return std::make_shared<const TriangleMesh>(transformed(mesh, boundary.motion.poseAt(time)));
}

Bounds boundsAt(const Boundary& boundary, double time)
{
    return boundary.deformation ? meshAt(boundary, time)->bounds()
                                : boundary.motion.boundsAt(time, boundary.mesh->bounds());
}

Hash Scene::contentHash() const
{
    ContentHash hash;
    hash.add("scene 1");
    addToHash(hash, settings);
    hash.add(static_cast<std::int64_t>(boundaries.size()));
    for (const Boundary& boundary : boundaries)
        addToHash(hash, boundary);
    hash.add(static_cast<std::int64_t>(emitters.size()));
    for (const FillEmitter& emitter : emitters)
        addToHash(hash, emitter);
    for (const InflowEmitter& emitter : inflows)
        addToHash(hash, emitter);
    if (wind)
        wind->addToHash(hash);
    if (window) {
        hash.add("window");
        addToHash(hash, *window);
    }
    solver->addToHash(hash);
    return hash.digest();
}

} // namespace sastrugi
