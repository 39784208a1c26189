#include "engine/simulation/Simulation.h"

#include "engine/core/Error.h"
#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/Words.h"
#include "engine/simulation/FrameSummary.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <stop_token>

namespace sastrugi
{

namespace
{

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct RequestStop {
    std::stop_source source;
    void operator()() { source.request_stop(); }
};

class Run
{
public:
    Run(const Scene& scene, Cache& cache, const RunOptions& options, RunObserver& observer);

    Outcome run();
    std::string where() const;

private:
    void begin();
    std::optional<std::int64_t> firstMissing() const;
    void goToBefore(std::int64_t missing);
    void start();
    void restore(Checkpoint&& checkpoint);
    std::optional<Outcome> advanceTo(std::int64_t frame);
    void step(std::int64_t frame, double target);
    void finishFrame(std::int64_t frame);
    void checkInvariants(const Frame& frame);
    void store(const Frame& frame);
    void saveCheckpoint();
    void pauseIfAsked();
    std::optional<Outcome> reasonToStop();
    Outcome stopFor(Outcome reason);
    [[noreturn]] void diverged(const StepReport& report, const StepProblem& problem, std::int64_t frame) const;
    Outcome outcome(Outcome::Kind kind, std::string sentence) const;

    const Scene& m_scene;
    const Solver& m_solver;
    Cache& m_cache;
    const RunOptions& m_options;
    RunObserver& m_observer;
    const Log m_log = [this](const LogMessage& message) { m_observer.message(message); };

    std::int64_t m_first = 0, m_last = 0; // the range asked for
    std::unique_ptr<State> m_state;
    std::int64_t m_frame = 0;      // the last finished frame of the state
    std::int64_t m_savedStep = -1; // the step count of the state that is on disk
    FrameSummary m_summary;        // of the steps since m_frame
    std::size_t m_particles = 0;
    std::uint64_t m_frameBytes = 0, m_checkpointBytes = 0; // of the last ones written
    std::stop_source m_interrupt;                          // of the solver's work: a stop or an abort
    const std::stop_callback<RequestStop> m_onStop{m_options.stop, RequestStop{m_interrupt}};
    const std::stop_callback<RequestStop> m_onAbort{m_options.abort, RequestStop{m_interrupt}};
    Clock::time_point m_runStart = Clock::now();
    Clock::time_point m_frameStart = Clock::now();
};

Run::Run(const Scene& scene, Cache& cache, const RunOptions& options, RunObserver& observer)
    : m_scene(scene), m_solver(*scene.solver), m_cache(cache), m_options(options), m_observer(observer),
      m_first(options.firstFrame.value_or(scene.settings.firstFrame)),
      m_last(options.lastFrame.value_or(scene.settings.lastFrame)), m_frame(scene.settings.firstFrame)
{
}

Outcome Run::run()
{
    begin();
    while (const std::optional<std::int64_t> missing = firstMissing()) {
        pauseIfAsked();
        if (std::optional<Outcome> reason = reasonToStop())
            return stopFor(std::move(*reason));
        try {
            goToBefore(*missing);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Interrupted || !m_interrupt.stop_requested())
                throw;
            continue; // there is a reason to stop now
        }
        while (m_frame < *missing)
            if (const std::optional<Outcome> stopped = advanceTo(m_frame + 1))
                return *stopped;
    }
    saveCheckpoint(); // so that extending the range goes on from here
    return outcome(Outcome::Kind::Finished, "");
}

std::optional<Outcome> Run::advanceTo(std::int64_t frame)
{
    const double target = m_scene.settings.timeOf(frame);
    if (m_options.companion)
        m_options.companion->frameBegins(frame);
    while (m_state->time < target) {
        pauseIfAsked();
        if (std::optional<Outcome> reason = reasonToStop())
            return stopFor(std::move(*reason));
        step(frame, target);
    }
    finishFrame(frame);
    return std::nullopt;
}

void Run::step(std::int64_t frame, double target)
{
    const Clock::time_point begin = Clock::now();
    std::string_view limiter;
    const double remaining = target - m_state->time;
    const double largest = m_solver.largestTimeStep(m_scene, *m_state, limiter);
    const double timeStep = timeStepTowards(m_state->time, target, largest);
    StepReport report = m_solver.step(m_scene, *m_state, timeStep, m_interrupt.get_token());
    if (report.isUndone) {
        SASTRUGI_ASSERT(m_interrupt.stop_requested(), "a solver gave up a step that nobody stopped");
        return; // there is a reason to stop now
    }
    if (report.timeStep <= 0 || report.timeStep > timeStep)
        report.timeStep = timeStep;
    if (report.limiter.empty())
        report.limiter = largest < remaining ? limiter : "frame";
    if (const StepProblem* problem = report.fatal())
        diverged(report, *problem, frame);

    // The last step lands on the frame's time whatever the rounding.
    m_state->time = report.timeStep < remaining ? m_state->time + report.timeStep : target;
    ++m_state->stepCount;
    const double seconds = secondsSince(begin);
    m_summary.add(report, seconds);
    m_observer.stepDone({frame, m_summary.steps(), m_state->time, seconds, m_particles, residentMemory(), report});
    if (m_options.companion)
        m_options.companion->stepDone(frame, m_state->time, [&] {
            Frame state = m_solver.frame(m_scene, *m_state);
            state.number = frame;
            state.time = m_state->time;
            return state;
        });
    if (m_options.checkpointRequest && m_options.checkpointRequest->exchange(false))
        saveCheckpoint();
}

void Run::begin()
{
    const std::int64_t sceneFirst = m_scene.settings.firstFrame;
    if (m_first < sceneFirst || m_last < m_first)
        fail(ErrorKind::Usage, "the frames {}-{} cannot be simulated: the scene starts at frame {}", m_first, m_last,
             sceneFirst);
    if (m_options.checkpointEvery < 1)
        fail(ErrorKind::Usage, "a checkpoint every {} frames is not possible; give at least 1",
             m_options.checkpointEvery);
    if (m_options.begin != RunOptions::Begin::Resume)
        m_cache.discardFrom(m_options.begin == RunOptions::Begin::From ? m_options.fromFrame : sceneFirst);
    RunStart start{m_first, m_last, 0, threadCount(), m_scene.contentHash(), m_cache.folder()};
    for (std::int64_t frame = m_first; frame <= m_last; ++frame)
        start.framesThere += m_cache.hasFrame(frame);
    m_observer.started(start);
}

std::optional<std::int64_t> Run::firstMissing() const
{
    for (std::int64_t frame = m_first; frame <= m_last; ++frame)
        if (!m_cache.hasFrame(frame))
            return frame;
    return std::nullopt;
}

/// Brings the state to the nearest place from which `missing` can be reached.
void Run::goToBefore(std::int64_t missing)
{
    const std::vector<std::int64_t> checkpoints = m_cache.checkpointFrames();
    const bool isReachable = m_state && m_frame < missing;
    const bool isNearer = std::any_of(checkpoints.begin(), checkpoints.end(),
                                      [&](std::int64_t frame) { return frame > m_frame && frame < missing; });
    if (isReachable && !isNearer)
        return;
    std::optional<Checkpoint> checkpoint = m_cache.newestCheckpoint(missing - 1);
    if (checkpoint && !(isReachable && checkpoint->frame <= m_frame))
        restore(std::move(*checkpoint));
    else if (!isReachable)
        start();
}

void Run::start()
{
    try {
        m_state = m_solver.start(m_scene, m_log, m_interrupt.get_token());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Diverged)
            throw;
        fail(ErrorKind::Scene,
             "{}: {}; that is the scene's, nothing has moved yet: bring it nearer, or use larger particles",
             m_scene.solverNode, error.what());
    }
    m_summary = FrameSummary();
    m_particles = 0;
    m_savedStep = m_state->stepCount; // time zero needs no checkpoint
    m_frameStart = Clock::now();
    m_observer.beginning(m_scene.settings.firstFrame, false);
    finishFrame(m_scene.settings.firstFrame);
}

void Run::restore(Checkpoint&& checkpoint)
{
    m_state = m_solver.restore(m_scene, checkpoint.snapshot, m_interrupt.get_token());
    m_state->time = checkpoint.time;
    m_state->stepCount = checkpoint.stepCount;
    m_summary = FrameSummary(std::move(checkpoint.figures));
    m_frame = checkpoint.frame;
    m_particles = m_solver.frame(m_scene, *m_state).particles.count();
    m_savedStep = checkpoint.stepCount;
    m_frameStart = Clock::now();
    m_observer.beginning(m_frame + 1, true);
}

void Run::finishFrame(std::int64_t number)
{
    Frame frame = m_solver.frame(m_scene, *m_state);
    frame.number = number;
    frame.time = m_scene.settings.timeOf(number);
    m_summary.addFigures(frame);
    m_summary.logProblems(m_scene.solverNode, number, m_log);
    checkInvariants(frame);
    store(frame);
    m_frame = number;
    m_summary = FrameSummary();
    m_state->timer.reset();
    m_frameStart = Clock::now();
    if ((number - m_scene.settings.firstFrame) % m_options.checkpointEvery == 0)
        saveCheckpoint();
}

void Run::checkInvariants(const Frame& frame)
{
    try {
        checkFinite(frame);
    } catch (const Error& error) {
        fail(ErrorKind::Diverged,
             "{}: {}; frame {} is the last good one; try a smaller largest time step or a softer material",
             m_scene.solverNode, error.what(), frame.number - 1);
    }
    if (frame.particles.count() < m_particles && !m_summary.hasLost())
        fail(ErrorKind::Internal, "{}: {} vanished without a word in frame {}; please report this", m_scene.solverNode,
             counted(m_particles - frame.particles.count(), "particle"), frame.number);
    m_particles = frame.particles.count();
}

void Run::store(const Frame& frame)
{
    const double seconds = secondsSince(m_frameStart);
    const auto there = m_cache.frames().find(frame.number);
    if (there != m_cache.frames().end() && there->second.hash == frame.contentHash()) {
        m_observer.frameDone({there->second, frame, false, seconds, m_state->timer.seconds()});
        return;
    }
    if (there != m_cache.frames().end())
        m_log({LogLevel::Error, m_scene.solverNode, "cache.differs",
               fmt::format("frame {} comes out differently from the one in '{}' and replaces it: another program or "
                           "machine made it, or the solver is not deterministic; --restart makes all frames anew",
                           frame.number, there->second.file.string())});
    const CachedFrame file = m_cache.writeFrame(frame);
    m_frameBytes = file.bytes;
    m_observer.frameDone({file, frame, true, seconds, m_state->timer.seconds()});
}

void Run::saveCheckpoint()
{
    if (!m_state || m_state->stepCount == m_savedStep)
        return;
    const Checkpoint checkpoint{m_frame, m_state->time, m_state->stepCount, m_summary.sums(), m_solver.save(*m_state)};
    m_checkpointBytes = m_cache.writeCheckpoint(checkpoint);
    m_savedStep = m_state->stepCount;
    m_observer.checkpointWritten(checkpoint, m_checkpointBytes);
}

/// Time that the observer lets pass is not the run's.
void Run::pauseIfAsked()
{
    if (!m_options.pauseRequest || !m_options.pauseRequest->exchange(false) || m_interrupt.stop_requested())
        return;
    saveCheckpoint();
    const Clock::time_point begin = Clock::now();
    m_observer.paused(m_frame, m_state ? m_state->time : 0);
    const Clock::duration pause = Clock::now() - begin;
    m_runStart += pause;
    m_frameStart += pause;
}

std::optional<Outcome> Run::reasonToStop()
{
    constexpr double mebi = 1 << 20;
    if (m_options.abort.stop_requested())
        return outcome(Outcome::Kind::Aborted, "stopped at once; the same command goes on from the newest checkpoint");
    if (m_options.stop.stop_requested())
        return outcome(Outcome::Kind::Stopped, "stopped; the same command goes on from here");
    if (secondsSince(m_runStart) > m_options.timeLimit)
        return outcome(
            Outcome::Kind::TimeLimit,
            fmt::format("the time limit of {} s is reached; the same command goes on from here", m_options.timeLimit));
    const std::uint64_t memory = m_options.maxMemory > 0 ? residentMemory() : 0;
    if (memory > m_options.maxMemory)
        return outcome(Outcome::Kind::MemoryLimit,
                       fmt::format("{:.1f} MiB of memory are in use and {:.1f} MiB allowed; allow more, or simulate "
                                   "fewer particles with a larger spacing",
                                   static_cast<double>(memory) / mebi,
                                   static_cast<double>(m_options.maxMemory) / mebi));
    // What is to be written next must leave the reserve untouched.
    const std::uint64_t needed = m_options.minFreeDisk + m_frameBytes + m_checkpointBytes;
    const std::uint64_t free = m_cache.files().freeSpace(m_cache.folder());
    if (m_options.minFreeDisk > 0 && free < needed)
        return outcome(Outcome::Kind::LowDisk,
                       fmt::format("only {:.1f} MiB are free for '{}' and {:.1f} MiB are needed to go on; everything "
                                   "written is valid: free some space and give the same command again",
                                   static_cast<double>(free) / mebi, m_cache.folder().string(),
                                   static_cast<double>(needed) / mebi));
    return std::nullopt;
}

Outcome Run::stopFor(Outcome reason)
{
    try {
        if (reason.kind != Outcome::Kind::Aborted)
            saveCheckpoint();
    } catch (const Error& error) {
        // On a disk that runs full this is likely; what was asked for is to stop, and an older checkpoint is there.
        if (reason.kind != Outcome::Kind::LowDisk)
            throw;
        m_log({LogLevel::Warning, m_scene.solverNode, "cache.checkpoint", error.what()});
    }
    return reason;
}

void Run::diverged(const StepReport& report, const StepProblem& problem, std::int64_t frame) const
{
    fail(ErrorKind::Diverged,
         "{}: {}{} at {:.6g} s, in the step to frame {} (time step {:.3g} s, limited by {}); frame "
         "{} is the last good one",
         m_scene.solverNode, problem.text, problem.particle ? fmt::format(" (particle {})", *problem.particle) : "",
         m_state->time, frame, report.timeStep, report.limiter.empty() ? "nothing" : report.limiter, m_frame);
}

Outcome Run::outcome(Outcome::Kind kind, std::string sentence) const
{
    return {kind, std::move(sentence), firstMissing().value_or(m_last + 1) - 1};
}

std::string Run::where() const
{
    return m_state ? fmt::format("after frame {}, with {}", m_frame, counted(m_particles, "particle")) : "at the start";
}

} // namespace

double timeStepTowards(double time, double target, double largest)
{
    if (!(largest > 0))
        fail(ErrorKind::Diverged, "the time step fell to {} s at {:.6g} s", largest, time);
    const double remaining = target - time;
    // A little above `largest` is allowed: else rounding would cut the last step of a frame in two.
    const double count = std::max(1.0, std::ceil(remaining / largest - 1e-6));
    return remaining / count;
}

Outcome simulate(const Scene& scene, Cache& cache, const RunOptions& options, RunObserver& observer)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    Run run(scene, cache, options, observer);
    try {
        return run.run();
    } catch (const std::bad_alloc&) {
        fail(ErrorKind::Memory,
             "{}: out of memory {}; the finished frames are kept; simulate fewer particles with a larger spacing",
             scene.solverNode, run.where());
    }
}

} // namespace sastrugi
