// A scene simulated with the MPM solver, without a cache: for tests of how snow moves.
#pragma once

#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "engine/mpm/ImplicitSolve.h"
#include "engine/mpm/MpmSolver.h"
#include "engine/mpm/MpmStages.h"
#include "engine/simulation/Simulation.h"
#include "tests/physics/measured.h"

#include <Eigen/SVD>

#include <QtTest>

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

/// H u
inline AlignedVector<Float4> hessianTimes(const MpmStep& step, const AlignedVector<Float4>& u)
{
    AlignedVector<Float4> product(u.size());
    step.hessianProduct(u, [&](std::size_t block, const BlockNodes& nodes) {
        std::ranges::copy(nodes, product.begin() + static_cast<std::ptrdiff_t>(nodesPerBlock * block));
    });
    return product;
}

class MpmRun
{
public:
    Scene scene;
    MpmParameters parameters;
    SnowMaterial material;

    void addBox(const Vector3& size, const Vector3& centre, const Vector3& velocity = Vector3::Zero())
    {
        addEmitter(makeBox(size, centre), velocity);
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

    Boundary& addBoundary(TriangleMesh mesh, double friction)
    {
        Boundary boundary;
        boundary.name = "wall";
        boundary.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
        boundary.surface.frictionCoefficient = friction;
        scene.boundaries.push_back(boundary);
        return scene.boundaries.back();
    }

    /// Snow that bears any strain.
    void makeElastic() { m_isElastic = true; }

    void start()
    {
        if (m_state)
            return;
        if (m_isElastic) // beyond what parameters allow: nothing yields
            for (FillEmitter& emitter : scene.emitters) {
                std::get<SnowMaterial>(emitter.material).criticalCompression = 0.5;
                std::get<SnowMaterial>(emitter.material).criticalStretch = 1;
            }
        scene.solverNode = "solver";
        m_solver = makeMpmSolver(parameters);
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

    /// Goes on from what a checkpoint would hold.
    void saveAndRestore()
    {
        const double time = m_state->time;
        m_state = m_solver->restore(scene, m_solver->save(*m_state));
        m_state->time = time;
    }

    Frame frame() const { return m_solver->frame(scene, *m_state); }
    const MpmState& state() const { return static_cast<const MpmState&>(*m_state); }
    MpmState& state() { return static_cast<MpmState&>(*m_state); }
    const Solver& solver() const { return *m_solver; }

    std::vector<Vector3> vectors(std::string_view name) const
    {
        const Frame now = frame();
        const auto values = now.particles.get<float>(name, 3);
        std::vector<Vector3> result;
        for (std::size_t i = 0; i < values.size(); i += 3)
            result.emplace_back(values[i], values[i + 1], values[i + 2]);
        return result;
    }

    Vector3 mean(std::string_view name) const
    {
        Vector3 sum = Vector3::Zero();
        const std::vector<Vector3> all = vectors(name);
        for (const Vector3& v : all)
            sum += v;
        return sum / static_cast<double>(all.size());
    }

    /// By particle in the state's order.
    Vector3 position(std::size_t i) const
    {
        const Float4& x = state().snow.now().position[i];
        const auto& r = state().snow.now().remainder;
        return state().origin + Vector3(x.x, x.y, x.z) + Vector3(r[0][i], r[1][i], r[2][i]);
    }
    Vector3 velocity(std::size_t i) const
    {
        const auto& v = state().snow.now().velocity;
        return {v[0][i], v[1][i], v[2][i]};
    }
    void setVelocity(std::size_t i, const Vector3& v)
    {
        for (std::size_t axis = 0; axis < 3; ++axis)
            state().snow.now().velocity[axis][i] = static_cast<float>(v[static_cast<Eigen::Index>(axis)]);
    }
    Matrix3 deformation(std::size_t i) const { return matrix(state().snow.now().deformation, i); }
    Matrix3 affine(std::size_t i) const { return matrix(state().snow.now().affine, i); }
    void setDeformation(std::size_t i, const Matrix3& f) { setMatrix(state().snow.now().deformation, i, f); }
    void setAffine(std::size_t i, const Matrix3& c) { setMatrix(state().snow.now().affine, i, c); }
    double mass(std::size_t i) const { return state().snow.now().mass[i]; }
    std::size_t count() const { return state().snow.count(); }

    Vector3 momentum() const
    {
        Vector3 sum = Vector3::Zero();
        for (std::size_t i = 0; i < count(); ++i)
            sum += mass(i) * velocity(i);
        return sum;
    }

private:
    template <class Arrays>
    static Matrix3 matrix(const Arrays& arrays, std::size_t i)
    {
        Matrix3 a;
        for (int k = 0; k < 9; ++k)
            a(k / 3, k % 3) = arrays[static_cast<std::size_t>(k)][i];
        return a;
    }
    template <class Arrays>
    static void setMatrix(Arrays& arrays, std::size_t i, const Matrix3& a)
    {
        for (int k = 0; k < 9; ++k)
            arrays[static_cast<std::size_t>(k)][i] = static_cast<float>(a(k / 3, k % 3));
    }

    bool m_isElastic = false;
    std::shared_ptr<const Solver> m_solver;
    std::unique_ptr<State> m_state;
};

} // namespace sastrugi::test
