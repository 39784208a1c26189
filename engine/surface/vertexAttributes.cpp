#include "engine/surface/vertexAttributes.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Parameter.h"
#include "engine/core/Words.h"
#include "engine/particles/PointMeans.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// One array per component of the attributes, in the order of the sorted particles, with eight more at the end.
std::vector<AlignedVector<float>> channelsOf(const SurfaceParticles& particles,
                                             const std::vector<const AttributeArray*>& attributes)
{
    std::vector<AlignedVector<float>> channels;
    const auto order = particles.grid().order();
    for (const AttributeArray* array : attributes) {
        const auto values = array->values<float>();
        const auto components = static_cast<std::size_t>(array->components);
        for (std::size_t component = 0; component < components; ++component) {
            AlignedVector<float>& channel = channels.emplace_back(order.size() + 8, 0.0f);
            parallelFor(order.size(), [&](std::size_t i) { channel[i] = values[components * order[i] + component]; });
        }
    }
    return channels;
}

} // namespace

std::vector<const AttributeArray*> surfaceAttributes(const Attributes& particles, const SurfaceParameters& parameters)
{
    const std::vector<std::string> wanted = splitList(parameters.attributes.text);
    std::vector<const AttributeArray*> arrays;
    if (wanted.empty())
        for (const char* name : {"velocity", "temperature", "density"})
            if (const AttributeArray* array = particles.find(name))
                arrays.push_back(array);
    if (wanted == std::vector<std::string>{"none"})
        return arrays;
    std::vector<std::string_view> known;
    for (const AttributeArray& array : particles.arrays())
        if (array.type == ElementType::Float32 && array.name != "position")
            known.push_back(array.name);
    for (const std::string& name : wanted) {
        if (std::ranges::find(known, name) == known.end()) {
            const std::string nearest = nearestName(name, known);
            fail(ErrorKind::Scene,
                 "attributes: the particles have no '{}' that a surface could take along{}; they have {}", name,
                 nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(known, ", "));
        }
        if (std::ranges::find(arrays, particles.find(name)) == arrays.end())
            arrays.push_back(particles.find(name));
    }
    return arrays;
}

Attributes attributesAt(const std::vector<Vector3>& points, const SurfaceParticles& particles,
                        const std::vector<const AttributeArray*>& attributes, const std::stop_token& stop)
{
    Attributes result(points.size());
    if (attributes.empty())
        return result;
    const std::vector<AlignedVector<float>> channels = channelsOf(particles, attributes);
    std::vector<const float*> sources;
    for (const AlignedVector<float>& channel : channels)
        sources.push_back(channel.data());
    struct Target {
        std::span<float> values;
        std::size_t components;
    };
    std::vector<Target> targets;
    for (const AttributeArray* array : attributes)
        targets.push_back(
            {result.add<float>(array->name, array->components), static_cast<std::size_t>(array->components)});
    parallelForBlocks(points.size(), [&](std::size_t, Range range) {
        throwIfStopped(stop);
        PointMeans means(particles.grid(), particles.points().data(), sources);
        std::vector<float> mean(sources.size());
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Vector3 place = (points[i] - particles.origin()) / particles.voxelSize();
            const float where[3] = {static_cast<float>(place.x()), static_cast<float>(place.y()),
                                    static_cast<float>(place.z())};
            // Stretched kernels reach further than the particles that count most.
            if (means.at(where, particles.grid().radius(), mean.data()) == 0)
                means.at(where, particles.reach() + 2, mean.data());
            const float* from = mean.data();
            for (const Target& target : targets) {
                std::copy_n(from, target.components, target.values.data() + target.components * i);
                from += target.components;
            }
        }
    });
    return result;
}

} // namespace sastrugi
