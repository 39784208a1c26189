// A scene simulated with the DEM solver, without a cache: for tests of how grains move.
#pragma once

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/dem/DemSolver.h"
#include "engine/dem/DemStages.h"
#include "engine/geometry/Primitives.h"
#include "engine/simulation/Simulation.h"
#include "tests/physics/measured.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace sastrugi::test
{

/// Uniform in [-1, 1).
inline double randomSigned(std::uint64_t id, std::uint32_t stream)
{
    return 2 * static_cast<double>(unitInterval(randomWords(17, id, stream, RandomPurpose::Test)[0])) - 1;
}

/// Snow without cohesion.
inline GranularSnow looseSnow()
{
    GranularSnow snow;
    snow.dryCohesion = snow.wetCohesion = snow.iceCohesion = 0;
    return snow;
}

class DemRun
{
public:
    Scene scene;
    DemParameters parameters;
    GranularSnow material;

    void addBox(const Vector3& size, const Vector3& centre, const Vector3& velocity = Vector3::Zero(),
                double jitter = 0)
    {
        addEmitter(makeBox(size, centre), velocity);
        scene.emitters.back().jitter = jitter;
    }
    void addEmitter(TriangleMesh region, const Vector3& velocity = Vector3::Zero())
    {
        FillEmitter emitter;
        emitter.name = "fill";
        emitter.region = std::make_shared<TriangleMesh>(std::move(region));
        emitter.material = material;
        emitter.velocity = velocity;
        scene.emitters.push_back(emitter);
    }
    /// A lattice of so many grains, whose lowest corner is at `corner`.
    void addLattice(int x, int y, int z, const Vector3& corner, double jitter = 0)
    {
        const Vector3 size = 2 * radiusOfMaterial() * Vector3(x, y, z);
        addBox(size, corner + 0.5 * size, Vector3::Zero(), jitter);
    }
    double radiusOfMaterial() const { return GrainRadii(parameters.radius).at(material.durability()); }

    Boundary& addBoundary(TriangleMesh mesh, double friction)
    {
        Boundary boundary;
        boundary.name = "wall";
        boundary.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
        boundary.surface.frictionCoefficient = friction;
        boundary.surface.restitution = 0.1;
        scene.boundaries.push_back(boundary);
        return scene.boundaries.back();
    }
    /// The floor at z = 0 and, around that rectangle, four walls without friction.
    void addTray(double x, double y, double friction)
    {
        addBoundary(makePlane(20, 20, Vector3::Zero()), friction);
        const double thick = 0.4, high = 4;
        for (const double side : {-1.0, 1.0}) {
            addBoundary(makeBox({thick, y + 4 * thick, high}, {0.5 * x + side * 0.5 * (x + thick), 0.5 * y, 0}), 0);
            addBoundary(makeBox({x + 4 * thick, thick, high}, {0.5 * x, 0.5 * y + side * 0.5 * (y + thick), 0}), 0);
        }
    }

    void start()
    {
        if (m_state)
            return;
        scene.solverNode = "solver";
        m_solver = makeDemSolver(parameters);
        scene.solver = m_solver;
        m_state = m_solver->start(scene, [](const LogMessage&) {});
    }

    StepReport step(double timeStep)
    {
        start();
        const FlushToZeroScope flush;
        const StepReport report = m_solver->step(scene, *m_state, timeStep, {});
        if (const StepProblem* problem = report.fatal())
            throw Error(ErrorKind::Diverged, problem->text);
        m_state->time += report.timeStep;
        ++m_state->stepCount;
        return report;
    }

    /// Advances to `time`; calls after(report) after each step. Returns the number of steps.
    int runTo(double time, const std::function<void(const StepReport&)>& after = {})
    {
        start();
        int steps = 0;
        while (m_state->time < time * (1 - 1e-12)) {
            std::string_view limiter;
            const double largest = m_solver->largestTimeStep(scene, *m_state, limiter);
            const StepReport report = step(timeStepTowards(m_state->time, time, largest));
            ++steps;
            if (after)
                after(report);
        }
        return steps;
    }

    /// Goes on from what a checkpoint would hold, in the scene as it is now.
    void saveAndRestore()
    {
        const double time = m_state->time;
        const Snapshot snapshot = m_solver->save(*m_state);
        m_solver = makeDemSolver(parameters);
        scene.solver = m_solver;
        m_state = m_solver->restore(scene, snapshot);
        m_state->time = time;
    }

    /// Takes speed from all grains, as settling does, after a step of that length.
    void damp(double rate, double timeStep)
    {
        const auto kept = static_cast<float>(std::exp(-rate * timeStep));
        for (Float4& v : state().grains.now().velocity)
            v = {kept * v.x, kept * v.y, kept * v.z, 0};
    }

    Frame frame() const { return m_solver->frame(scene, *m_state); }
    const DemState& state() const { return static_cast<const DemState&>(*m_state); }
    DemState& state() { return static_cast<DemState&>(*m_state); }
    const Solver& solver() const { return *m_solver; }
    double time() const { return m_state->time; }
    double mass() const { return parameters.grainMass(); }

    /// By id.
    std::vector<float> numbers(std::string_view name) const
    {
        const Frame now = frame();
        const auto values = now.particles.get<float>(name);
        return {values.begin(), values.end()};
    }
    std::vector<Vector3> vectors(std::string_view name) const
    {
        const Frame now = frame();
        const auto values = now.particles.get<float>(name, 3);
        std::vector<Vector3> result;
        for (std::size_t i = 0; i < values.size(); i += 3)
            result.emplace_back(values[i], values[i + 1], values[i + 2]);
        return result;
    }

    /// Of the grain with that id, before and between steps.
    std::size_t slot(std::uint32_t id) const
    {
        const auto& ids = state().grains.now().id;
        for (std::size_t i = 0; i < state().grains.count(); ++i)
            if (ids[i] == id)
                return i;
        throw Error(ErrorKind::Usage, "no such grain");
    }
    void put(std::uint32_t id, const Vector3& place, const Vector3& velocity = Vector3::Zero())
    {
        start();
        const Vector3f x = place.cast<float>(), v = velocity.cast<float>();
        Float4& to = state().grains.now().place[slot(id)];
        to = {x.x(), x.y(), x.z(), to.w};
        state().grains.now().velocity[slot(id)] = {v.x(), v.y(), v.z(), 0};
        state().lists.invalidate();
        state().relativeSpeed = state().largestSpeed = std::max(state().largestSpeed, velocity.norm());
    }
    Vector3 position(std::uint32_t id) const { return toVector(state().grains.now().place[slot(id)]); }
    Vector3 velocity(std::uint32_t id) const { return toVector(state().grains.now().velocity[slot(id)]); }
    static Vector3 toVector(const Float4& v) { return {v.x, v.y, v.z}; }

    /// Force gathered so far in a step, N.
    Vector3 force(std::uint32_t id) { return toVector(state().grains.arrays(false).force[slot(id)]); }

    /// Pairs that are near enough to touch, or to stick to each other, at those places: by brute force.
    struct NearPairs {
        std::size_t listed = 0, missed = 0;
    };
    NearPairs pairsThatCouldTouch(const Float4* places) const
    {
        NearPairs pairs;
        const std::size_t count = state().grains.count();
        const auto gap = static_cast<float>(state().gap);
        std::vector<std::vector<std::uint32_t>> listed(count);
        for (std::size_t i = 0; i < count; ++i)
            state().lists.forEachListed(i, [&](std::uint32_t j) { listed[i].push_back(j); });
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j) {
                const Float4 &p = places[i], &q = places[j];
                const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, reach = p.w + q.w + gap;
                if (x * x + y * y + z * z >= reach * reach)
                    continue;
                const bool isListed = std::ranges::count(listed[i], static_cast<std::uint32_t>(j)) == 1 &&
                                      std::ranges::count(listed[j], static_cast<std::uint32_t>(i)) == 1;
                ++(isListed ? pairs.listed : pairs.missed);
            }
        return pairs;
    }

    double rmsSpeed() const
    {
        double sum = 0;
        const std::vector<Vector3> all = vectors("velocity");
        for (const Vector3& v : all)
            sum += v.squaredNorm();
        return std::sqrt(sum / static_cast<double>(all.size()));
    }

private:
    std::shared_ptr<const Solver> m_solver;
    std::unique_ptr<State> m_state;
};

} // namespace sastrugi::test
