// Free fall behind another face: tests derive from it and change what they are about.
#pragma once

#include "engine/simulation/FreeFallSolver.h"

namespace sastrugi::test
{

class WrappedSolver : public Solver
{
public:
    std::string_view title() const override { return "Wrapped"; }
    std::span<const std::string_view> stages() const override { return m_inner->stages(); }
    double spacing() const override { return m_inner->spacing(); }
    void addToHash(ContentHash& hash) const override { m_inner->addToHash(hash); }
    Prediction estimate(const Scene& scene) const override { return m_inner->estimate(scene); }
    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop) const override
    {
        return m_inner->predict(scene, log, stop);
    }
    std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop) const override
    {
        return m_inner->start(scene, log, stop);
    }
    double largestTimeStep(const Scene& scene, const State& state, std::string_view& limiter) const override
    {
        return m_inner->largestTimeStep(scene, state, limiter);
    }
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override
    {
        return m_inner->step(scene, state, timeStep, stop);
    }
    Frame frame(const Scene& scene, const State& state) const override { return m_inner->frame(scene, state); }
    Snapshot save(const State& state) const override { return m_inner->save(state); }
    std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const override
    {
        return m_inner->restore(scene, snapshot, stop);
    }

private:
    std::shared_ptr<const Solver> m_inner = makeFreeFallSolver({});
};

} // namespace sastrugi::test
