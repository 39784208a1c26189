#include "engine/dem/GrainSleep.h"

#include "engine/core/Parallel.h"
#include "engine/dem/DemStages.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

using Keys = std::vector<std::uint64_t>;

constexpr double calmSpeed = 5e-3;     // m/s
constexpr double calmShrinking = 0.01; // of durability, 1/s
constexpr double calmTime = 0.25;      // s
constexpr double wakingShare = 0.5;    // of the weight of a grain
constexpr double choicesPerSecond = 20;

/// The blocks of grains that are awake, by key.
std::vector<SleepingGrains::Calm> calmBlocks(const DemState& state, double time)
{
    using Calm = SleepingGrains::Calm;
    const Grains& grains = state.grains;
    const double since = time - state.sleep.markTime();
    const auto way = static_cast<float>(calmSpeed * since);
    const auto shrinking = static_cast<float>(calmShrinking * since * (grains.radii().snow - grains.radii().ice));
    std::vector<std::vector<Calm>> parts(blockCount(grains.awakeCount()));
    parallelForBlocks(grains.awakeCount(), [&](std::size_t part, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const std::uint64_t key = state.sleep.keyOf(grains.now().place[i]);
            if (parts[part].empty() || parts[part].back().key != key) // neighbours in the lists are so in space
                parts[part].push_back({key, true});
            const auto [gone, shrunk] = state.sleep.sinceMark(grains, i);
            parts[part].back().isCalm &= gone < way && shrunk < shrinking && !grains.material(i).warmth.conducts();
        }
    });
    std::vector<Calm> all;
    for (const std::vector<Calm>& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    std::ranges::sort(all, {}, &Calm::key);
    std::vector<Calm> blocks;
    for (const Calm& part : all)
        if (blocks.empty() || blocks.back().key != part.key)
            blocks.push_back(part);
        else
            blocks.back().isCalm &= part.isCalm;
    return blocks;
}

/// What decides who sleeps after a step.
class SleepChoice
{
public:
    SleepChoice(const Scene& scene, const DemParameters& parameters, const DemState& state, double timeStep)
        : m_scene(scene), m_parameters(parameters), m_state(state),
          m_time(state.time + timeStep), m_step{state.time, std::nextafter(m_time, state.time)},
          m_leastForce(wakingShare * parameters.grainMass() * scene.settings.gravity.norm())
    {
    }

    /// By key.
    Keys waking(bool isChoice) const
    {
        Keys keys = m_state.sleep.pushed(m_state.grains, m_state.lists, m_leastForce);
        for (const SleepingGrains::Block& block : m_state.sleep.blocks())
            if (block.hasSleepers() && isNearMoving(block.key))
                keys.push_back(block.key);
        if (isChoice && m_scene.wind)
            addWindy(keys);
        std::ranges::sort(keys);
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        return keys;
    }

    /// By key; none of those that wake.
    Keys falling(const Keys& waking) const
    {
        Keys keys;
        for (const SleepingGrains::Block& block : m_state.sleep.blocks())
            if (block.hasAwake && isCalmAround(block.key) && !holds(waking, block.key) && !isNearMoving(block.key))
                keys.push_back(block.key);
        return keys;
    }

private:
    bool isCalmAround(std::uint64_t key) const
    {
        const std::array<int, 3> at = CellGrid::cellOfKey(key);
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x) {
                    const auto* block = m_state.sleep.find(CellGrid::cellKey(at[0] + x, at[1] + y, at[2] + z));
                    if (block && block->hasAwake && block->calm < calmTime * (1 - 1e-9))
                        return false;
                }
        return true;
    }

    bool isNearMoving(std::uint64_t key) const
    {
        if (!m_state.walls.hasMoving())
            return false;
        const Bounds own = m_state.sleep.boundsOf(key).grownBy(m_state.sleep.edge());
        const Bounds around{m_state.origin + own.minimum, m_state.origin + own.maximum};
        if (m_state.walls.largestSpeed(around, m_step) > 0)
            return true;
        return std::ranges::any_of(m_state.bodies.all(), [&](const Body& body) {
            const bool moves = body.isFree || body.motion.largestSpeed(m_step.begin, m_step.end, body.bounds) > 0;
            return moves && transformed(body.bounds, body.pose()).touches(around);
        });
    }

    /// Blocks with a sleeper that the wind drags otherwise than when they fell asleep.
    void addWindy(Keys& keys) const
    {
        const double drag = 0.5 * m_parameters.dragCoefficient * m_parameters.airDensity * std::numbers::pi;
        const std::size_t first = m_state.grains.awakeCount(), count = m_state.grains.count() - first;
        std::vector<Keys> found(blockCount(count));
        parallelForBlocks(count, [&](std::size_t part, Range range) {
            std::vector<Float4> then(blockSize), now(blockSize);
            for (std::size_t i = first + range.begin; i < first + range.end;) {
                const Float4* places = m_state.grains.now().place.data();
                const std::uint64_t key = m_state.sleep.keyOf(places[i]);
                std::size_t end = i + 1;
                while (end < first + range.end && m_state.sleep.keyOf(places[end]) == key)
                    ++end;
                const FieldPoints here{{places + i, end - i}, m_state.origin};
                m_scene.wind->sample(here, m_state.sleep.find(key)->since, std::span(then).first(end - i));
                m_scene.wind->sample(here, m_time, std::span(now).first(end - i));
                bool isDragged = false;
                for (std::size_t k = 0; k < end - i; ++k) {
                    const double radius = static_cast<double>(places[i + k].w);
                    const Vector3 change = dragging(now[k]) - dragging(then[k]);
                    isDragged |= drag * radius * radius * change.norm() > m_leastForce;
                }
                if (isDragged)
                    found[part].push_back(key);
                i = end;
            }
        });
        for (const Keys& part : found)
            keys.insert(keys.end(), part.begin(), part.end());
    }

    static Vector3 dragging(const Float4& air)
    {
        const Vector3 speed(air.x, air.y, air.z);
        return speed.norm() * speed;
    }

    const Scene& m_scene;
    const DemParameters& m_parameters;
    const DemState& m_state;
    double m_time;
    // That was taken: of the next one nothing is known yet where an obstacle follows a hand
    StepInterval m_step;
    double m_leastForce;
};

} // namespace

void sleepAndWake(const Scene& scene, const DemParameters& parameters, DemState& state,
                  const SleepingGrains::Step& step)
{
    const double end = state.time + step.length, gravity = scene.settings.gravity.norm();
    const bool isChoice = std::floor(choicesPerSecond * end) > std::floor(choicesPerSecond * state.time);
    if (isChoice) {
        std::vector<SleepingGrains::Calm> blocks = calmBlocks(state, end);
        if (state.time < std::max(parameters.settleTime, scene.settings.gravityRampTime) || gravity == 0)
            for (SleepingGrains::Calm& block : blocks)
                block.isCalm = false;
        state.sleep.note(blocks, state.grains, end);
    }
    const SleepChoice choice(scene, parameters, state, step.length);
    const Keys waking = choice.waking(isChoice);
    Keys falling = isChoice ? choice.falling(waking) : Keys();
    if (!falling.empty() && state.sleep.awakeAfter(falling, state.grains) >= state.grains.awakeCount())
        falling.clear(); // it would save nothing
    if (waking.empty() && falling.empty())
        return;
    state.sleep.change(falling, waking, state.grains, state.walls, end, step);
    listNeighbours(state, parameters, parameters.timeStep, gravity, true);
}

} // namespace sastrugi
