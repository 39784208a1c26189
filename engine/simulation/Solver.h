// What a method implements to be simulated: state out of a scene, steps, frames and snapshots of the state.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Log.h"
#include "engine/core/StageTimer.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// All that a state needs to go on, bit for bit, as plain data.
struct Snapshot {
    std::map<std::string, double> numbers; // integers up to 2^53 are exact
    std::map<std::string, Attributes> tables;
};

/// Numerical trouble in a step: a value, not an exception.
struct StepProblem {
    enum class Kind { NonFinite, NotConverged, Limited, Lost };
    Kind kind = Kind::Limited;
    std::optional<std::uint32_t> particle; // id
    std::string text;                      // a sentence: what happened and what to try
};

struct StepReport {
    double timeStep = 0;                   // seconds
    std::string_view limiter;              // what bounded the time step: a static string
    std::map<std::string, double> figures; // by name: iterations, particles, residuals
    std::vector<StepProblem> problems;
    bool isUndone = false; // a stop was requested before its end, and the state is as before the step

    /// The first problem after which the state is worthless, if any: a value that is not finite, or Lost without a
    /// particle. Lost with a particle means that this one was given up and the rest goes on.
    const StepProblem* fatal() const;
};

/// What a run will need, before it starts.
struct Prediction {
    std::size_t particles = 0;
    std::size_t boundarySamples = 0;
    double timeStep = 0;      // seconds, the largest allowed
    double memory = 0;        // bytes
    double bytesPerFrame = 0; // in the cache, before compression
    double workPerStep = 0;   // seconds of one core, about; 0 where the solver cannot say
};

/// Everything that moves. Solvers derive from it.
class State
{
public:
    virtual ~State() = default;

    double time = 0;            // seconds; the frame loop sets it
    std::int64_t stepCount = 0; // the frame loop counts
    StageTimer timer;           // seconds per stage since it was last reset, by Solver::stages()
};

/// Immutable: holds its parameters only. Two simulations may run at once.
class Solver
{
public:
    virtual ~Solver() = default;

    /// "SPH snow"
    virtual std::string_view title() const = 0;
    /// Names of the stages of a step, in their order.
    virtual std::span<const std::string_view> stages() const = 0;
    /// Of the particles at the start, and of the samples of boundaries that leave it to the solver; m.
    virtual double spacing() const = 0;
    /// Adds the method, its version and its parameters.
    virtual void addToHash(ContentHash& hash) const = 0;

    /// Particles and memory from the volumes alone, rather too many than too few: cheap however many there will be.
    /// Throws what predict() throws of regions that are too large.
    virtual Prediction estimate(const Scene& scene) const = 0;
    /// Messages, such as overlapping emitters, go to `log`, where there is one.
    /// Throws Error(Scene) that names the node when the scene cannot be simulated, Error(Interrupted) when stopped.
    virtual Prediction predict(const Scene& scene, const Log& log, std::stop_token stop = {}) const = 0;
    /// The state at time zero. Says and throws the same as predict().
    virtual std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop = {}) const = 0;
    /// The largest step that may be taken now, seconds; `limiter` receives what bounds it.
    virtual double largestTimeStep(const Scene& scene, const State& state, std::string_view& limiter) const = 0;
    /// Advances by timeStep, or by less if it has to: then StepReport::timeStep says by how much. Bit-identical for any
    /// number of threads. Does not change state.time and stepCount. When a stop is requested it either still finishes
    /// or takes back what it did, to the bit, and returns an undone report: soon, where a step takes long.
    virtual StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const = 0;

    /// The frame's particles, origin and figures; number and time are set by the frame loop.
    virtual Frame frame(const Scene& scene, const State& state) const = 0;
    virtual Snapshot save(const State& state) const = 0;
    /// Inverse of save(), for the same scene. Throws Error(InputOutput) when the snapshot does not fit,
    /// Error(Interrupted) when stopped.
    virtual std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot,
                                           std::stop_token stop = {}) const = 0;
};

} // namespace sastrugi
