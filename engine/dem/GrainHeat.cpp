#include "engine/dem/GrainHeat.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double stepsAtOnce = 8;
constexpr double closedBy = 6;       // neighbours that leave nothing of a grain to the air
constexpr double perRootSpeed = 6;   // W/m^2/K for the root of the wind's metres per second
constexpr double largestPart = 0.25; // of the time in which a grain would take on the temperature around it

/// What a part needs of all grains.
struct Warm {
    std::vector<double> temperature, conductivity;
    std::vector<float> wind; // speed, m/s; empty where there is none
};

/// G of a contact, W/K; the same to the bit from both sides.
double conductanceOf(double radius, double otherRadius, double conductivity, double otherConductivity, double distance)
{
    const double sum = conductivity + otherConductivity, least = std::min(radius, otherRadius);
    return sum > 0 ? std::numbers::pi * least * least * (2 * conductivity * otherConductivity / sum) / distance : 0.0;
}

class HeatFlow
{
public:
    HeatFlow(const Scene& scene, const DemParameters& parameters, DemState& state)
        : m_scene(scene), m_parameters(parameters), m_state(state), m_grains(state.grains)
    {
        const std::size_t count = m_grains.count();
        m_warm.temperature.resize(count);
        m_warm.conductivity.resize(count);
        m_flow.resize(count);
        if (scene.wind && parameters.heatTransfer > 0)
            sampleWind();
    }

    /// The rate at which a grain takes on the temperature around it is at most that, 1/s.
    double largestRate() const
    {
        double rate = 0;
        for (const GrainMaterial& material : m_grains.materials())
            for (const double d : {0.0, 1.0}) {
                if (!material.warmth.conducts())
                    continue;
                constexpr double contacts = 14; // of grains and obstacles
                const double r = m_grains.radii().at(d),
                             capacity = m_parameters.grainMass() * material.warmth.capacity(d);
                const double conductance = std::numbers::pi * r * material.warmth.conductivity(d);
                rate = std::max(rate, (contacts * conductance + transfer(m_fastestWind) * surface(r)) / capacity);
            }
        return rate;
    }

    void conduct(double time)
    {
        parallelFor(m_grains.count(), [&](std::size_t i) {
            m_warm.temperature[i] = m_grains.temperature(i);
            m_warm.conductivity[i] = m_grains.material(i).warmth.conductivity(m_grains.durability(i));
        });
        // Those that sleep do not conduct.
        parallelForBlocks(m_grains.awakeCount(), [&](std::size_t block, Range range) {
            for (std::size_t i = range.begin; i < range.end; ++i)
                m_flow[i] = fromGrains(i) + fromAir(i);
            m_state.walls.forEachWarm(block, m_grains, [&](std::size_t i, double temperature) {
                // As a grain of its size and temperature that conducts without resistance.
                const double r = static_cast<double>(m_grains.now().place[i].w);
                m_flow[i] += std::numbers::pi * r * m_warm.conductivity[i] * (temperature - m_warm.temperature[i]);
            });
        });
        const double mass = m_parameters.grainMass();
        parallelFor(m_grains.awakeCount(), [&](std::size_t i) {
            if (m_flow[i] != 0)
                m_grains.warm(i, time * m_flow[i] / mass);
        });
    }

private:
    static double surface(double radius) { return 4 * std::numbers::pi * radius * radius; }
    double transfer(double wind) const
    {
        return m_parameters.heatTransfer > 0 ? m_parameters.heatTransfer + perRootSpeed * std::sqrt(wind) : 0.0;
    }

    double fromGrains(std::size_t i) const
    {
        const Float4& p = m_grains.now().place[i];
        const auto gap = static_cast<float>(m_state.gap);
        double flow = 0;
        m_state.lists.forEachListed(i, [&](std::uint32_t j) {
            const Float4& q = m_grains.now().place[j];
            const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, reach = p.w + q.w + gap;
            const float squared = x * x + y * y + z * z;
            if (squared >= reach * reach || squared <= 0)
                return;
            const double conductance =
                conductanceOf(static_cast<double>(p.w), static_cast<double>(q.w), m_warm.conductivity[i],
                              m_warm.conductivity[j], std::sqrt(static_cast<double>(squared)));
            flow += conductance * (m_warm.temperature[j] - m_warm.temperature[i]);
        });
        return flow;
    }

    double fromAir(std::size_t i) const
    {
        if (m_parameters.heatTransfer <= 0 || !m_grains.material(i).warmth.conducts())
            return 0;
        const double touching = static_cast<double>(m_grains.touching()[i]);
        const double open =
            std::max(0.0, (closedBy - touching) / closedBy) * surface(static_cast<double>(m_grains.now().place[i].w));
        const double wind = m_warm.wind.empty() ? 0.0 : static_cast<double>(m_warm.wind[i]);
        return transfer(wind) * open * (m_parameters.airTemperature - m_warm.temperature[i]);
    }

    void sampleWind()
    {
        const std::size_t count = m_grains.count();
        m_warm.wind.resize(count);
        parallelForBlocks(count, [&](std::size_t, Range range) {
            std::vector<Float4> air(range.size());
            m_scene.wind->sample({{m_grains.now().place.data() + range.begin, range.size()}, m_state.origin},
                                 m_state.time, air);
            for (std::size_t k = 0; k < air.size(); ++k)
                m_warm.wind[range.begin + k] =
                    std::sqrt(air[k].x * air[k].x + air[k].y * air[k].y + air[k].z * air[k].z);
        });
        m_fastestWind = static_cast<double>(*std::ranges::max_element(m_warm.wind));
    }

    const Scene& m_scene;
    const DemParameters& m_parameters;
    DemState& m_state;
    Grains& m_grains;
    Warm m_warm;
    double m_fastestWind = 0;
    std::vector<double> m_flow; // W
};

} // namespace

bool hasHeat(const Scene& scene)
{
    const auto isWarm = [](const auto& emitter) { return emitter.material.heat.has_value(); };
    return std::ranges::any_of(scene.emitters, isWarm) || std::ranges::any_of(scene.inflows, isWarm);
}

int conductHeat(const Scene& scene, const DemParameters& parameters, DemState& state, double timeStep)
{
    if (!hasHeat(scene))
        return 0;
    state.heatTime += timeStep;
    if (state.heatTime < stepsAtOnce * parameters.timeStep)
        return 0;
    HeatFlow flow(scene, parameters, state);
    const double time = state.heatTime * parameters.heatTimeScale;
    const int parts = std::max(1, static_cast<int>(std::ceil(time * flow.largestRate() / largestPart)));
    for (int part = 0; part < parts; ++part)
        flow.conduct(time / parts);
    state.heatTime = 0;
    return parts;
}

} // namespace sastrugi
