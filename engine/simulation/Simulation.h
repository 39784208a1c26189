// The front door: simulates a scene into a cache.
#pragma once

#include "engine/cache/Cache.h"
#include "engine/simulation/Checkpoint.h"
#include "engine/simulation/Scene.h"
#include "engine/simulation/Solver.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace sastrugi
{

/// Takes part in a run, on its thread: decides what is left open, and sees every state.
class RunCompanion
{
public:
    virtual ~RunCompanion() = default;
    /// The steps that lead to `frame` come next, and may ask for what there is up to the end of the frame after it.
    virtual void frameBegins(std::int64_t frame) = 0;
    /// A step to `frame` is done; `state` gives what it has led to.
    virtual void stepDone(std::int64_t frame, double time, const std::function<Frame()>& state) = 0;
};

struct RunOptions {
    enum class Begin {
        Resume,  // keep what is there
        Restart, // discard every frame and checkpoint
        From     // discard the frames from fromFrame on
    };

    std::optional<std::int64_t> firstFrame, lastFrame; // the frames to have in the end; the scene's when not given
    Begin begin = Begin::Resume;
    std::int64_t fromFrame = 0;
    int threads = 0; // 0 means all cores
    std::int64_t checkpointEvery = 10;
    double timeLimit = std::numeric_limits<double>::infinity(); // seconds of this run
    std::uint64_t maxMemory = 0;                                // bytes resident; 0 means no limit
    std::uint64_t minFreeDisk = std::uint64_t{256} << 20;       // bytes; 0 means to write until it is full
    std::stop_token stop;                                       // ends soon, with a checkpoint of the last whole step
    std::stop_token abort;                                      // ends soon, without; what is on disk stays
    std::atomic<bool>* checkpointRequest = nullptr; // set it to get a checkpoint after the step; the run clears it
    std::atomic<bool>* pauseRequest = nullptr;      // the same for a checkpoint and RunObserver::paused()
    RunCompanion* companion = nullptr;              // of a live run
};

struct RunStart {
    std::int64_t firstFrame = 0, lastFrame = 0; // the range asked for
    std::size_t framesThere = 0;                // of them, already in the cache
    int threads = 0;
    Hash sceneHash;
    std::filesystem::path folder;
};

struct StepDone {
    std::int64_t frame = 0; // the one being computed
    std::int64_t step = 0;  // in it, from 1
    double time = 0;        // after the step, seconds
    double seconds = 0;     // the step took
    std::size_t particles = 0;
    std::uint64_t memory = 0; // bytes resident
    const StepReport& report;
};

struct FrameDone {
    const CachedFrame& file;
    const Frame& frame;
    bool written = true;                    // false when it was there already, and equal
    double seconds = 0;                     // since the last frame
    std::span<const double> stageSeconds{}; // by Solver::stages(), since the last frame
};

/// Receives what happens, on the thread that runs. Does nothing by default.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void started(const RunStart&) {}
    /// A state was made or restored; the next step leads to `frame`. `fromCheckpoint` is false for time zero.
    virtual void beginning(std::int64_t /*frame*/, bool /*fromCheckpoint*/) {}
    virtual void stepDone(const StepDone&) {}
    virtual void frameDone(const FrameDone&) {}
    virtual void checkpointWritten(const Checkpoint&, std::uint64_t /*bytes*/) {}
    /// A pause was asked for, the last step is done and the state on disk. The run goes on when this returns.
    virtual void paused(std::int64_t /*lastFrame*/, double /*time*/) {}
    virtual void message(const LogMessage&) {}
};

/// How a run ended that did not fail. All but Finished can be resumed.
struct Outcome {
    enum class Kind { Finished, Stopped, Aborted, TimeLimit, LowDisk, MemoryLimit };
    Kind kind = Kind::Finished;
    std::string sentence;       // why, for a person
    std::int64_t lastFrame = 0; // the frames of the range are complete up to here
};

/// Computes the frames of the range that `cache`, opened for writing, lacks.
/// Throws Error: Scene (it cannot be simulated), Diverged (at the last good frame), InputOutput, Memory.
Outcome simulate(const Scene& scene, Cache& cache, const RunOptions& options, RunObserver& observer);

/// The next step from `time` to `target`, at most `largest` but for rounding: equal steps that land on `target`.
/// It depends on nothing else, so that a resumed run takes the same steps.
double timeStepTowards(double time, double target, double largest);

} // namespace sastrugi
