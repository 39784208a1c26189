// A bed that falls asleep, and what may wake it: for tests of sleeping grains.
#pragma once

#include "tests/physics/dem/DemRun.h"

namespace sastrugi::test
{

/// A thin bed in a long tray: a few blocks of sleep in a row.
inline DemRun longBed()
{
    DemRun run;
    run.parameters.sleeping = true;
    run.addTray(1.64, 0.21, 0.5);
    run.addLattice(39, 4, 3, {0.02, 0.01, 0.004}, 0.05);
    return run;
}

constexpr double bedAsleep = 2.2; // s, by which it sleeps

/// Grains in the form of a ball, as an emitter would let them in.
inline void throwBall(DemRun& run, double radius, const Vector3& centre, const Vector3& velocity)
{
    std::vector<Seed> seeds;
    const double spacing = 2 * run.parameters.radius;
    const int reach = static_cast<int>(radius / spacing);
    for (int x = -reach; x <= reach; ++x)
        for (int y = -reach; y <= reach; ++y)
            for (int z = -reach; z <= reach; ++z)
                if (const Vector3 place = spacing * Vector3(x, y, z); place.norm() <= radius)
                    seeds.push_back({centre + place, velocity, 0, {}});
    DemState& state = run.state();
    state.grains.append(seeds, state.origin);
    state.largestSpeed = std::max(state.largestSpeed, velocity.norm());
    listNeighbours(state, run.parameters, run.parameters.timeStep, 9.81, true);
}

inline std::size_t asleepIn(const DemRun& run) { return run.state().grains.count() - run.state().grains.awakeCount(); }

/// Puts all to sleep that are left of a place, or wakes all.
inline void sleepLeftOf(DemRun& run, double x)
{
    DemState& state = run.state();
    std::vector<std::uint64_t> left;
    for (const SleepingGrains::Block& block : state.sleep.blocks())
        if (state.origin.x() + state.sleep.boundsOf(block.key).maximum.x() < x)
            left.push_back(block.key);
    state.sleep.change(left, {}, state.grains, state.walls, state.time, {run.parameters.timeStep, 0});
    listNeighbours(state, run.parameters, run.parameters.timeStep, 9.81, true);
}

inline void wakeAll(DemRun& run)
{
    DemState& state = run.state();
    std::vector<std::uint64_t> all;
    for (const SleepingGrains::Block& block : state.sleep.blocks())
        all.push_back(block.key);
    state.sleep.change({}, all, state.grains, state.walls, state.time, {run.parameters.timeStep, 0});
    listNeighbours(state, run.parameters, run.parameters.timeStep, 9.81, true);
}

/// Air that stands still until it blows.
class SuddenWind : public VectorField
{
public:
    SuddenWind(double start, const Vector3& velocity) : m_start(start), m_velocity(velocity.cast<float>()) {}
    void sample(const FieldPoints&, double time, std::span<Float4> velocities) const override
    {
        for (Float4& v : velocities)
            v = time < m_start ? Float4() : Float4{m_velocity.x(), m_velocity.y(), m_velocity.z(), 0};
    }
    void addToHash(ContentHash&) const override {}

private:
    double m_start;
    Vector3f m_velocity;
};

} // namespace sastrugi::test
