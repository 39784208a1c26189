#include "app/studio/viewport/SampleReader.h"

#include "engine/geometry/SurfaceSampler.h"
#include "engine/geometry/Transform.h"

namespace sastrugi::studio
{

namespace
{

constexpr double mostOfOne = 200'000; // samples of a boundary that is shown whole

void addSamples(Strokes& strokes, const Boundary& boundary, double spacing, const SampleReader::Order& order,
                const std::stop_token& stop)
{
    const SurfaceSampler sampler(transformed(*boundary.mesh, -order.origin, Vector3::Zero(), Vector3::Ones()), spacing,
                                 stop);
    const Bounds all = boundary.mesh->bounds();
    const Bounds& shown = sampler.predictedCount() < mostOfOne ? all : order.region;
    for (const SurfaceSampler::BlockIndex& block :
         sampler.blocksNear({shown.minimum - order.origin, shown.maximum - order.origin})) {
        if (stop.stop_requested() || strokes.points.size() >= SampleReader::mostShown)
            return;
        for (const Vector3& sample : sampler.samplesIn(block))
            strokes.add(sample.cast<float>(), order.colour);
    }
}

} // namespace

void SampleReader::want(const Order& order)
{
    if (order == m_order)
        return;
    m_order = order;
    start([order](const std::stop_token& stop) {
        auto strokes = std::make_shared<Strokes>();
        strokes->origin = order.origin;
        strokes->hasDots = true;
        strokes->width = 2.5;
        for (const auto& boundary : order.boundaries) {
            const double spacing = boundary->spacing > 0 ? boundary->spacing : order.spacing;
            if (!(spacing > 0))
                continue; // nobody says how fine
            try {
                addSamples(*strokes, *boundary, spacing, order, stop);
            } catch (const std::exception&) {
                // Its node says what is wrong with it.
            }
        }
        return strokes;
    });
}

} // namespace sastrugi::studio
