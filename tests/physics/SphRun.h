// A scene simulated with the SPH solver, without a cache: for tests of how snow moves.
#pragma once

#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "engine/simulation/Simulation.h"
#include "engine/sph/SphSolver.h"
#include "tests/physics/SphRig.h"

#include <QtTest>

#include <functional>
#include <string>

namespace sastrugi::test
{

/// Rows of a test: the product's defaults, and everything as printed.
inline void addModes()
{
    QTest::addColumn<bool>("paperExact");
    QTest::newRow("defaults") << false;
    QTest::newRow("paper exact") << true;
}

class SphRun
{
public:
    Scene scene;
    SphParameters parameters;
    SnowMaterial material;

    /// Fills a box with particles.
    void addBox(const Vector3& size, const Vector3& centre, const Vector3& velocity = Vector3::Zero())
    {
        addEmitter(makeBox(size, centre), velocity);
    }

    void addEmitter(TriangleMesh region, const Vector3& velocity = Vector3::Zero(),
                    const Vector3& angularVelocity = Vector3::Zero())
    {
        FillEmitter emitter;
        emitter.name = "fill";
        emitter.region = std::make_shared<TriangleMesh>(std::move(region));
        emitter.material = material;
        emitter.velocity = velocity;
        emitter.angularVelocity = angularVelocity;
        scene.emitters.push_back(emitter);
    }

    void addBoundary(TriangleMesh mesh, double viscousFriction)
    {
        SurfaceProperties surface;
        surface.viscousFriction = viscousFriction;
        addBoundary(std::move(mesh), surface);
    }

    void addBoundary(TriangleMesh mesh, const SurfaceProperties& surface)
    {
        Boundary boundary;
        boundary.name = "wall";
        boundary.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
        boundary.surface = surface;
        scene.boundaries.push_back(boundary);
    }

    void addBoundary(TriangleMesh mesh, double viscousFriction, const RigidMotion& motion)
    {
        addBoundary(std::move(mesh), viscousFriction);
        scene.boundaries.back().motion = motion;
    }

    /// Advances to `time`; calls after(report) after each step. Returns the number of steps.
    int runTo(double time, const std::function<void(const StepReport&)>& after = {})
    {
        start();
        const FlushToZeroScope flush;
        int steps = 0;
        while (m_state->time < time) {
            std::string_view limiter;
            const double largest = m_solver->largestTimeStep(scene, *m_state, limiter);
            const double wanted = timeStepTowards(m_state->time, time, largest);
            const StepReport report = m_solver->step(scene, *m_state, wanted, {});
            if (const StepProblem* problem = report.fatal())
                throw Error(ErrorKind::Diverged, problem->text);
            m_state->time = report.timeStep < time - m_state->time ? m_state->time + report.timeStep : time;
            ++m_state->stepCount;
            ++steps;
            if (after)
                after(report);
        }
        return steps;
    }

    void start()
    {
        if (m_state)
            return;
        scene.solverNode = "solver";
        m_solver = makeSphSolver(parameters);
        scene.solver = m_solver;
        m_state = m_solver->start(scene, [](const LogMessage&) {});
    }

    /// Goes on from what a checkpoint would hold.
    void saveAndRestore()
    {
        const double time = m_state->time;
        m_state = m_solver->restore(scene, m_solver->save(*m_state));
        m_state->time = time;
    }

    Frame frame() const { return m_solver->frame(scene, *m_state); }
    const SphState& state() const { return static_cast<const SphState&>(*m_state); }
    SphState& state() { return static_cast<SphState&>(*m_state); }

    std::vector<Vector3> positions() const { return vectors("position"); }
    std::vector<Vector3> velocities() const { return vectors("velocity"); }

    Vector3 meanVelocity() const
    {
        Vector3 sum = Vector3::Zero();
        const std::vector<Vector3> all = velocities();
        for (const Vector3& v : all)
            sum += v;
        return sum / static_cast<double>(all.size());
    }

private:
    std::vector<Vector3> vectors(std::string_view name) const
    {
        const Frame now = frame();
        const auto values = now.particles.get<float>(name, 3);
        std::vector<Vector3> result;
        for (std::size_t i = 0; i < values.size(); i += 3)
            result.emplace_back(values[i], values[i + 1], values[i + 2]);
        return result;
    }

    std::shared_ptr<const Solver> m_solver;
    std::unique_ptr<State> m_state;
};

/// The same scene to the same time with 1, 2, 3 and 7 threads, each instruction set of this processor, and saved and
/// restored every seventh step. `hashAfter` makes the scene, plays it and hashes the last frame.
inline void verifySameBits(double end, const std::function<Hash(const std::function<void(SphRun&)>&)>& hashAfter)
{
    const auto withThreads = [&](int count) {
        return hashAfter([&](SphRun& run) {
            const ThreadScope threads(count);
            run.runTo(end);
        });
    };
    const std::string expected = withThreads(1).hex();
    for (const int count : {2, 3, 7})
        QCOMPARE(withThreads(count).hex(), expected);
    for (const char* isa : {"portable", "avx2", "avx512"}) {
        qputenv("SASTRUGI_ISA", isa);
        try {
            QCOMPARE(hashAfter([&](SphRun& run) { run.runTo(end); }).hex(), expected);
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Usage); // not on this processor
        }
    }
    qunsetenv("SASTRUGI_ISA");
    const Hash restored = hashAfter([&](SphRun& run) {
        int steps = 0;
        run.runTo(end, [&](const StepReport&) {
            if (++steps % 7 == 0)
                run.saveAndRestore();
        });
    });
    QCOMPARE(restored.hex(), expected);
}

} // namespace sastrugi::test
