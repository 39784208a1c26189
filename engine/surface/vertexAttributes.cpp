#include "engine/surface/vertexAttributes.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"
#include "engine/core/Parameter.h"
#include "engine/core/Words.h"
#include "engine/surface/CellRows.h"

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

/// Means around one point after the other.
class Interpolation
{
public:
    Interpolation(const SurfaceParticles& particles, const std::vector<const float*>& channels)
        : m_particles(particles), m_channels(channels), m_kernels(SASTRUGI_DISPATCH(activeIsa(), surfaceKernels)()),
          m_rows(particles.grid())
    {
    }

    void at(const Vector3& point, float* out)
    {
        const Vector3 place = (point - m_particles.origin()) / m_particles.voxelSize();
        const float where[3] = {static_cast<float>(place.x()), static_cast<float>(place.y()),
                                static_cast<float>(place.z())};
        // Stretched kernels reach further than the particles that count most.
        for (const float radius : {m_particles.grid().radius(), m_particles.reach() + 2}) {
            CellBox3 box;
            for (int axis = 0; axis < 3; ++axis) {
                box.low[static_cast<std::size_t>(axis)] =
                    m_rows.cellOf(place[axis] - static_cast<double>(radius), axis);
                box.high[static_cast<std::size_t>(axis)] =
                    m_rows.cellOf(place[axis] + static_cast<double>(radius), axis);
            }
            if (!m_hasBox || box != m_box)
                m_ranges = &m_rows.in(box);
            m_box = box;
            m_hasBox = true;
            if (m_kernels.interpolate(m_particles.points().data(), m_ranges->data(), m_ranges->size(), where, radius,
                                      m_channels.data(), m_channels.size(), out) > 0)
                return;
        }
    }

private:
    const SurfaceParticles& m_particles;
    const std::vector<const float*>& m_channels;
    const SurfaceKernels& m_kernels;
    CellRows m_rows;
    const std::vector<CandidateRange>* m_ranges = nullptr;
    CellBox3 m_box = {};
    bool m_hasBox = false;
};

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
        Interpolation interpolation(particles, sources);
        std::vector<float> means(sources.size());
        for (std::size_t i = range.begin; i < range.end; ++i) {
            interpolation.at(points[i], means.data());
            const float* from = means.data();
            for (const Target& target : targets) {
                std::copy_n(from, target.components, target.values.data() + target.components * i);
                from += target.components;
            }
        }
    });
    return result;
}

} // namespace sastrugi
