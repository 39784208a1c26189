// `sastrugi sim`: simulates a scene into its cache.
#include "app/cli/Command.h"
#include "app/cli/RunProgress.h"
#include "app/cli/SceneInput.h"
#include "app/cli/Signals.h"
#include "app/cli/ThisProcess.h"
#include "app/cli/numbers.h"
#include "app/cli/runArguments.h"
#include "app/cli/say.h"
#include "engine/core/Parallel.h"
#include "engine/core/Words.h"

#include <csignal>
#include <limits>

namespace sastrugi
{

namespace
{

struct SimOptions {
    SceneArguments scene;
    std::string frames, nodes, timeLimit, maxMemory, minFreeDisk;
    int threads = 0, niceness = 0;
    bool resume = false, restart = false;
    std::int64_t from = -1;
    std::int64_t checkpointEvery = RunOptions{}.checkpointEvery;
    std::string progress = "auto", logLevel = "info";
};

void declare(CLI::App& command, SimOptions& options)
{
    declareScene(command, options.scene);
    command.add_option("--frames", options.frames, "Frames A-B (default: the scene's range)");
    command.add_option("--nodes", options.nodes, "Solver nodes A,B (default: all)");
    command.add_option("--threads", options.threads, "Threads (default: all cores); the result does not depend on it")
        ->check(wholeNumber(0, 4096));
    command.add_option("--nice", options.niceness, "Let other programs go first, by this much (0-19)")
        ->check(wholeNumber(0, 19));
    CLI::Option* resume = command.add_flag("--resume", options.resume, "Keep what is there and go on (the default)");
    CLI::Option* restart = command.add_flag("--restart", options.restart, "Discard the frames that are there");
    CLI::Option* from =
        command.add_option("--from", options.from, "Discard the frames from this one on")->check(wholeNumber(0));
    resume->excludes(restart)->excludes(from);
    restart->excludes(from);
    command.add_option("--checkpoint-every", options.checkpointEvery, "Frames between checkpoints")
        ->check(wholeNumber(1));
    command.add_option("--time-limit", options.timeLimit, "Stop after this time, such as '2 h'; exit code 75");
    command.add_option("--max-memory", options.maxMemory, "Stop above this much memory, such as '8 GiB'");
    command.add_option("--min-free-disk", options.minFreeDisk,
                       "Stop before less than this is free on the disk (default: 256 MiB)");
    command.add_option("--progress", options.progress,
                       "auto, none, bar (a line on stderr), jsonl (JSON lines on stdout)");
    command.add_option("--log-level", options.logLevel, "debug, info, warning or error");
}

RunOptions runOptions(const SimOptions& options, Signals& signals)
{
    RunOptions run;
    if (const std::optional<FrameRange> frames = parseFrames(options.frames)) {
        run.firstFrame = frames->first;
        run.lastFrame = frames->last;
    }
    run.begin = options.restart     ? RunOptions::Begin::Restart
                : options.from >= 0 ? RunOptions::Begin::From
                                    : RunOptions::Begin::Resume;
    run.fromFrame = options.from;
    run.threads = options.threads;
    run.checkpointEvery = options.checkpointEvery;
    run.timeLimit = quantityOf("--time-limit", options.timeLimit, Unit::Second, run.timeLimit);
    run.maxMemory = static_cast<std::uint64_t>(quantityOf("--max-memory", options.maxMemory, Unit::Byte, 0));
    run.minFreeDisk = static_cast<std::uint64_t>(
        quantityOf("--min-free-disk", options.minFreeDisk, Unit::Byte, static_cast<double>(run.minFreeDisk)));
    run.stop = signals.stop();
    run.abort = signals.abort();
    run.checkpointRequest = &signals.checkpointRequest();
    run.pauseRequest = &signals.pauseRequest();
    return run;
}

int exitCode(const Outcome& outcome, const Signals& signals)
{
    switch (outcome.kind) {
    case Outcome::Kind::Finished: return 0;
    case Outcome::Kind::Stopped:
    case Outcome::Kind::Aborted:
        return static_cast<int>(signals.wasInterrupted() ? ErrorKind::Interrupted : ErrorKind::StoppedEarly);
    case Outcome::Kind::TimeLimit:
    case Outcome::Kind::LowDisk: return static_cast<int>(ErrorKind::StoppedEarly);
    case Outcome::Kind::MemoryLimit: return static_cast<int>(ErrorKind::Memory);
    }
    return 1;
}

/// Before anything is written: frames that there cannot be, what the solver refuses, and what cannot fit.
void checkBeforeWriting(const SceneInput& input, const Scene& scene, const RunOptions& run)
{
    if (run.firstFrame && *run.firstFrame < scene.settings.firstFrame)
        fail(ErrorKind::Usage, "--frames: frame {} cannot be simulated: the scene starts at frame {}", *run.firstFrame,
             scene.settings.firstFrame);
    const std::int64_t last = run.lastFrame.value_or(scene.settings.lastFrame);
    if (run.begin == RunOptions::Begin::From && run.fromFrame > last)
        fail(ErrorKind::Usage, "--from: frame {} is behind the range, which ends with frame {}", run.fromFrame, last);
    Prediction prediction;
    try {
        prediction = input.predict(scene, {}, run.stop);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Interrupted)
            throw;
        return; // the run says that it was stopped
    }
    if (run.maxMemory > 0 && prediction.memory > static_cast<double>(run.maxMemory))
        fail(ErrorKind::Memory,
             "node '{}': {} would need about {:.2f} GiB, more than --max-memory allows; use a larger "
             "spacing",
             scene.solverNode, counted(prediction.particles, "particle"), prediction.memory / 0x1p30);
}

/// As run() says it, when there is nothing to compute. False when frames are missing or damaged.
bool areAllThere(Cache& cache, const Scene& scene, const RunOptions& run, RunProgress& progress)
{
    const std::int64_t first = run.firstFrame.value_or(scene.settings.firstFrame);
    const std::int64_t last = run.lastFrame.value_or(scene.settings.lastFrame);
    if (run.begin != RunOptions::Begin::Resume || last < first)
        return false;
    try {
        for (std::int64_t frame = first; frame <= last; ++frame)
            cache.readFrame(frame);
    } catch (const Error&) {
        return false;
    }
    const std::int64_t count = last - first + 1;
    progress.started(
        {first, last, static_cast<std::size_t>(count), threadCount(), scene.contentHash(), cache.folder()});
    return true;
}

/// Opens the cache for writing; for reading, where that is not possible and nothing has to be written.
std::unique_ptr<Cache> openCache(FileLayer& files, const std::filesystem::path& base, const Scene& scene,
                                 const RunOptions& run, RunProgress& progress)
{
    const Log log = [&](const LogMessage& message) { progress.message(message); };
    try {
        return std::make_unique<Cache>(files, base, scene, Cache::Access::Write, log);
    } catch (const Error& error) {
        auto cache = std::make_unique<Cache>(files, base, scene, Cache::Access::Read, log);
        if (error.kind() != ErrorKind::InputOutput || !areAllThere(*cache, scene, run, progress))
            throw;
        log({LogLevel::Warning, scene.solverNode, "cache.readOnly",
             fmt::format("all frames are there, and nothing has to be written, which is not possible: {}",
                         error.what())});
        return cache;
    }
}

/// Throws Error(Diverged) with the command that shows it again.
Outcome simulateOrSayHow(Cache& cache, const Scene& scene, const RunOptions& run, const SceneInput& input,
                         RunProgress& progress)
{
    try {
        return simulate(scene, cache, run, progress);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Diverged)
            throw;
        const std::int64_t frame = progress.lastFrame() + 1;
        fail(error.kind(), "node {}\nto see it again: sastrugi sim {} --nodes {} --frames {}-{} --threads 1",
             error.what(), input.sameScene(), shellQuoted(scene.solverNode), frame, frame);
    }
}

Outcome simulateInto(Cache& cache, const Scene& scene, const RunOptions& run, const SceneInput& input,
                     RunProgress& progress)
{
    progress.beginRecord(cache.folder());
    try {
        return simulateOrSayHow(cache, scene, run, input, progress);
    } catch (const std::exception&) {
        const Failure failure = failureInHand();
        progress.endRecord("failed", failure.code, failure.sentence);
        throw;
    }
}

int simulateNode(SceneInput& input, const std::string& node, const SimOptions& options, RunProgress& progress)
{
    const std::shared_ptr<const Scene> scene = input.simulation(node);
    progress.setScene(*scene);
    Signals signals;
    const RunOptions run = runOptions(options, signals);
    checkBeforeWriting(input, *scene, run);
    FileLayer files;
    const std::unique_ptr<Cache> cache = openCache(files, input.cacheBase(), *scene, run, progress);
    progress.setPause([&] { signals.stopUntilContinued(); });
    Outcome outcome;
    if (cache->isWritable())
        outcome = simulateInto(*cache, *scene, run, input, progress);
    progress.setPause({});
    const int code = exitCode(outcome, signals);
    if (code != 0) {
        progress.end("stopped", code, outcome.sentence);
        say(fmt::format("sastrugi: node '{}': {}\nframes are complete up to {}; to go on: sastrugi sim {}{}\n", node,
                        outcome.sentence, outcome.lastFrame, input.sameScene(),
                        options.frames.empty() ? "" : " --frames " + options.frames));
        return code;
    }
    progress.endRecord("ok", 0, "");
    if (progressKindOf(options.progress) != ProgressKind::JsonLines)
        sayOnOutput(
            fmt::format("{}: {} in {}\n", node, counted(cache->frames().size(), "frame"), utf8Of(cache->folder())));
    return 0;
}

int simulateAll(const SimOptions& options, RunProgress& progress)
{
    // The flags are judged before the scene: they are quicker to mend.
    parseFrames(options.frames);
    quantityOf("--time-limit", options.timeLimit, Unit::Second, 0);
    quantityOf("--max-memory", options.maxMemory, Unit::Byte, 0);
    quantityOf("--min-free-disk", options.minFreeDisk, Unit::Byte, 0);
    const ThreadScope threads(options.threads);
    SceneInput input(options.scene, [&](const LogMessage& message) { progress.message(message); });
    input.requireUsable();
    for (const std::string& node : input.solvers(splitNames(options.nodes)))
        if (const int code = simulateNode(input, node, options, progress); code != 0)
            return code;
    progress.end("ok", 0, "");
    return 0;
}

int run(const SimOptions& options)
{
    std::signal(SIGPIPE, SIG_IGN); // whoever follows the progress may leave; the frames are what counts
    if (options.niceness > 0)
        beNice(options.niceness);
    RunProgress progress(progressKindOf(options.progress), logLevelOf(options.logLevel));
    try {
        return simulateAll(options, progress);
    } catch (const std::exception&) {
        const Failure failure = failureInHand();
        progress.end("failed", failure.code, failure.sentence);
        throw;
    }
}

} // namespace

void addSim(CLI::App& app, Action& action)
{
    addCommand<SimOptions>(app, action, "sim", "Simulate a scene into its cache", declare, run)
        .footer(
            "SIGINT and SIGTERM write a checkpoint of the last whole sub-step and leave (130, 75); a second one "
            "leaves\n"
            "at once. SIGUSR1 writes a checkpoint. SIGTSTP (Ctrl-Z) ends the sub-step, writes a checkpoint and stops "
            "the\n"
            "process until SIGCONT (fg, bg). The same command goes on from the newest good checkpoint. The folder of\n"
            "the frames holds run.jsonl, the JSON lines of its newest run.");
}

} // namespace sastrugi
