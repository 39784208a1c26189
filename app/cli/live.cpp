// `sastrugi live`: a run that follows a hand; what it recorded becomes the scene's key frames.
#include "app/cli/Command.h"
#include "app/cli/LiveCompanion.h"
#include "app/cli/RunProgress.h"
#include "app/cli/SceneInput.h"
#include "app/cli/Signals.h"
#include "app/cli/ThisProcess.h"
#include "app/cli/numbers.h"
#include "app/cli/runArguments.h"
#include "app/cli/say.h"
#include "engine/cache/CacheLock.h"
#include "engine/cache/CacheNames.h"
#include "engine/core/Parallel.h"
#include "engine/core/Words.h"
#include "engine/live/LiveHand.h"
#include "engine/live/liveFolder.h"
#include "nodes/types/followingNodes.h"

#include <algorithm>
#include <csignal>
#include <fstream>

namespace sastrugi
{

namespace
{

struct LiveOptions {
    SceneArguments scene;
    std::string node, follow, speed, spin, save, timeLimit;
    std::int64_t last = 0;
    int threads = 0, niceness = 0;
    std::string progress = "auto", logLevel = "info";
};

void declare(CLI::App& command, LiveOptions& options)
{
    declareScene(command, options.scene);
    command.add_option("--node", options.node, "The solver node (default: the only one)");
    command.add_option("--follow", options.follow,
                       "Nodes A,B with key frames that follow (default: all that the solver depends on)");
    command.add_option("--speed", options.speed, "No way is faster than this (default: 2 m/s)");
    command.add_option("--spin", options.spin, "No turn is faster than this (default: 3 rad/s)");
    command.add_option("--save", options.save, "Write the scene to this new file in the end, with the key frames");
    command.add_option("--last", options.last, "End with this frame (default: when it is stopped)")
        ->check(wholeNumber(1));
    command.add_option("--time-limit", options.timeLimit, "End after this time, such as '2 min'");
    command.add_option("--threads", options.threads, "Threads (default: all cores); the result does not depend on it")
        ->check(wholeNumber(0, 4096));
    command.add_option("--nice", options.niceness, "Let other programs go first, by this much (0-19)")
        ->check(wholeNumber(0, 19));
    command.add_option("--progress", options.progress,
                       "auto, none, bar (a line on stderr), jsonl (JSON lines on stdout)");
    command.add_option("--log-level", options.logLevel, "debug, info, warning or error");
}

/// What is not waited for on the disk: the frames of a live run are worth less than its pace.
class QuickFiles : public FileLayer
{
protected:
    int synchronise(int) override { return 0; }
};

std::string solverOf(const SceneInput& input, const LiveOptions& options)
{
    const std::vector<std::string> solvers = input.solvers(splitNames(options.node), "--node");
    if (solvers.size() > 1)
        fail(ErrorKind::Usage, "--node: the scene has {}; a live run has one", counted(solvers.size(), "solver"));
    return solvers.front();
}

LiveMotions motionsOf(const SceneInput& input, const std::string& solver, const LiveOptions& options)
{
    const std::vector<std::string> all = followingNodes(input.graph(), solver);
    if (all.empty())
        fail(ErrorKind::Scene,
             "nothing can follow: '{}' depends on no node Key Frames or Emitter Key Frames; put one behind an obstacle "
             "or an emitter",
             solver);
    const std::vector<std::string_view> known(all.begin(), all.end());
    LiveMotions motions;
    for (const std::string& name : splitNames(options.follow))
        motions[all[chooseName("--follow", name, known)]];
    if (motions.empty())
        for (const std::string& name : all)
            motions[name];
    return motions;
}

/// What a live run of the same scene has left that was killed is kept: what the hand did stands in its record.
void keepWhatWasKilled(const std::filesystem::path& folder, const std::string& solver, const Log& log)
{
    std::ifstream record(folder / RunRecord::fileName);
    std::string last;
    for (std::string line; std::getline(record, line);)
        last = line;
    if (last.empty() || last.find("\"type\":\"end\"") != std::string::npos || CacheLock::isHeld(folder))
        return;
    std::filesystem::path kept = folder;
    for (int number = 1; std::filesystem::exists(kept); ++number)
        kept = folder.parent_path() / fmt::format("killed {}", number);
    std::filesystem::rename(folder, kept);
    log({LogLevel::Warning, solver, "live.killed",
         fmt::format("an earlier live run was killed; its frames are kept in '{}', and what the hand did in the lines "
                     "'key' of its {}",
                     utf8Of(kept), RunRecord::fileName)});
}

/// Before a run whose record could not be written, or would replace what is in a file.
void requireNewFile(const std::string& file)
{
    if (!file.empty() && std::filesystem::exists(pathOf(file)))
        fail(ErrorKind::Usage, "--save: '{}' is there already; choose another name, so that what is in it stays", file);
    const std::filesystem::path folder = pathOf(file).parent_path();
    if (!file.empty() && !folder.empty() && !std::filesystem::is_directory(folder))
        fail(ErrorKind::Usage, "--save: there is no folder '{}' for '{}'", utf8Of(folder), file);
}

/// The scene with what was recorded.
SceneDocument recorded(const SceneInput& input, const LiveHand& hand)
{
    SceneDocument document = input.document();
    for (const auto& [name, keys] : hand.keys())
        setRecordedKeys(document.graph, name, keys);
    return document;
}

/// Its frames become those of the scene with the recorded keys. Gives their folder.
std::filesystem::path keep(Cache& cache, const SceneInput& input, const SceneDocument& document,
                           const std::string& solver, const Log& log)
{
    const auto scene = Evaluator(input.directory()).evaluate<Scene>(document.graph, solver);
    FileLayer files;
    Cache kept(files, input.cacheBase(), *scene, Cache::Access::Write, log);
    kept.adopt(cache);
    return kept.folder();
}

RunOptions runOptions(const LiveOptions& options, const Scene& scene, Signals& signals, RunCompanion& companion)
{
    constexpr std::int64_t endless = 1000000;
    RunOptions run;
    run.begin = RunOptions::Begin::Restart;
    run.lastFrame = options.last > 0 ? options.last : scene.settings.firstFrame + endless;
    run.threads = options.threads;
    run.checkpointEvery = endless; // each would be a halt; the last state gets one in any case
    run.timeLimit = quantityOf("--time-limit", options.timeLimit, Unit::Second, run.timeLimit);
    run.stop = signals.stop();
    run.abort = signals.abort();
    run.checkpointRequest = &signals.checkpointRequest();
    run.pauseRequest = &signals.pauseRequest();
    run.companion = &companion;
    return run;
}

/// A disk that is full and the like end a live run as a stop does, with a sentence.
void sayWhyItEnded(const Outcome& outcome, const std::string& solver, const Log& log)
{
    if (outcome.kind == Outcome::Kind::LowDisk || outcome.kind == Outcome::Kind::MemoryLimit)
        log({LogLevel::Warning, solver, "live.ended", outcome.sentence});
}

int simulateLive(const LiveOptions& options, RunProgress& progress)
{
    const Log log = [&](const LogMessage& message) { progress.message(message); };
    HandLimits limits;
    limits.speed = quantityOf("--speed", options.speed, Unit::MetrePerSecond, limits.speed);
    limits.spin = quantityOf("--spin", options.spin, Unit::RadianPerSecond, limits.spin);
    requireNewFile(options.save);
    const ThreadScope threads(options.threads);
    SceneInput input(options.scene, log);
    input.requireUsable();
    const std::string solver = solverOf(input, options);
    LiveMotions motions = motionsOf(input, solver, options);
    input.setLive(motions);
    const std::shared_ptr<const Scene> scene = input.simulation(solver);
    for (const auto& [name, motion] : motions)
        if (!motion)
            fail(ErrorKind::Scene, "node '{}' is to follow, and '{}' depends on it without its motion", name, solver);
    progress.setScene(*scene);

    Signals signals;
    QuickFiles files;
    keepWhatWasKilled(liveFolder(input.cacheBase()) / cacheFolderName(solver, scene->contentHash()), solver, log);
    Cache cache(files, liveFolder(input.cacheBase()), *scene, Cache::Access::Write, log);
    progress.beginRecord(cache.folder());
    progress.setPause([&] { signals.stopUntilContinued(); });
    LiveHand hand(motions, scene->settings, limits,
                  [&](const std::string& name, const TypedKey& key) { progress.keyAppended(name, key); });
    LiveCompanion companion(hand, scene->settings, signals.stop(), [&] {
        progress.live(hand.link().descriptor(), hand.names());
        hand.tellStart();
    });
    std::exception_ptr failure;
    try {
        sayWhyItEnded(simulate(*scene, cache, runOptions(options, *scene, signals, companion), progress), solver, log);
    } catch (const std::exception&) {
        failure = std::current_exception(); // what was recorded is kept all the same
    }
    progress.setPause({});
    SceneDocument document = recorded(input, hand);
    const std::size_t frames = cache.frames().size();
    const std::filesystem::path folder = keep(cache, input, document, solver, log);
    if (!options.save.empty())
        saveDocument(document, pathOf(options.save));
    if (failure)
        std::rethrow_exception(failure);
    progress.end("ok", 0, "");
    if (progressKindOf(options.progress) != ProgressKind::JsonLines)
        sayOnOutput(fmt::format("{}: {} in {}{}\n", solver, counted(frames, "frame"), utf8Of(folder),
                                options.save.empty() ? ", of a scene that was not written: --save would" : ""));
    return 0;
}

int run(const LiveOptions& options)
{
    std::signal(SIGPIPE, SIG_IGN);
    if (options.niceness > 0)
        beNice(options.niceness);
    RunProgress progress(progressKindOf(options.progress), logLevelOf(options.logLevel));
    try {
        return simulateLive(options, progress);
    } catch (const std::exception&) {
        const Failure failure = failureInHand();
        progress.end("failed", failure.code, failure.sentence);
        throw;
    }
}

} // namespace

void addLive(CLI::App& app, Action& action)
{
    addCommand<LiveOptions>(app, action, "live", "Simulate a scene while a hand moves what is in it", declare, run)
        .footer("The window starts it, and says where the hand is (engine/live/LiveLink.h). It keeps the pace of the "
                "scene's\n"
                "frames where it can. SIGINT and SIGTERM end it: then its frames are those of the scene with the "
                "recorded key\n"
                "frames, as if 'sim' had computed them.");
}

} // namespace sastrugi
