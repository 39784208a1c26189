// `sastrugi check`: loads everything, says what is wrong per node and what a run will need, and whether snow of cached
// frames is where it cannot be; writes nothing.
#include "app/cli/Command.h"
#include "app/cli/ExportTarget.h"
#include "app/cli/SceneInput.h"
#include "app/cli/cachedFrames.h"
#include "app/cli/formatBytes.h"
#include "app/cli/shortTime.h"
#include "engine/core/Parallel.h"
#include "engine/core/Words.h"
#include "engine/simulation/BoundaryInFrame.h"
#include "engine/simulation/SnowBehindWalls.h"
#include "engine/simulation/Solver.h"

#include <algorithm>
#include <set>

namespace sastrugi
{

namespace
{

void printPrediction(const SceneInput& input, const Scene& scene, const Log& log)
{
    const Prediction prediction = input.predict(scene, log);
    const std::int64_t frames = std::max<std::int64_t>(0, scene.settings.lastFrame - scene.settings.firstFrame + 1);
    fmt::print("{} ({}): {}, {}, time step up to {:.3g} ms, {}\n", scene.solverNode, scene.solver->title(),
               counted(prediction.particles, "particle"), counted(prediction.boundarySamples, "boundary sample"),
               1e3 * prediction.timeStep, counted(frames, "frame"));
    fmt::print("  memory about {}, cache up to {} ({} per frame) before compression\n", formatBytes(prediction.memory),
               formatBytes(prediction.bytesPerFrame * static_cast<double>(frames)),
               formatBytes(prediction.bytesPerFrame));
    if (prediction.workPerStep > 0 && prediction.timeStep > 0) {
        const double steps = scene.settings.timeOf(scene.settings.lastFrame) / prediction.timeStep;
        fmt::print("  time about {} on {}, with all particles in every step, few iterations and no shorter steps\n",
                   shortTime(steps * prediction.workPerStep / threadCount()), counted(threadCount(), "core"));
    }
}

struct CheckOptions {
    SceneArguments scene;
    std::string frames;
};

void declare(CLI::App& command, CheckOptions& options)
{
    declareScene(command, options.scene);
    command.add_option(
        "--frames", options.frames,
        "Cached frames A-B: say how much of their snow is behind boundaries, deeper than half a spacing");
}

/// Per boundary of the solver's scene: most of its particles behind it in a frame of the range, and in which frame.
/// Returns how many boundaries there are with some.
std::size_t printLeaks(const SceneInput& input, const Scene& scene, const std::string& range)
{
    FileLayer files;
    Cache cache(files, input.cacheBase(), scene, Cache::Access::Read, printMessage);
    const std::vector<std::int64_t> frames = cachedFrames(cache, input, range);
    std::vector<std::size_t> most(scene.boundaries.size());
    std::vector<std::int64_t> where(scene.boundaries.size());
    for (const std::int64_t number : frames) {
        const std::shared_ptr<const Frame> frame = cache.readFrame(number);
        const std::span<const float> values = frame->particles.get<float>("position", 3);
        std::vector<Vector3> points(values.size() / 3);
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = frame->origin + Vector3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
        Scene then = scene;
        for (Boundary& boundary : then.boundaries)
            boundary = asIn(boundary, *frame);
        const std::vector<std::size_t> counts =
            countBehindWalls(then, points, frame->time, scene.solver->spacing() / 2);
        for (std::size_t k = 0; k < counts.size(); ++k)
            if (counts[k] > most[k]) {
                most[k] = counts[k];
                where[k] = number;
            }
    }
    fmt::print("frames {}:\n", frameRanges(frames));
    for (std::size_t k = 0; k < most.size(); ++k)
        if (most[k] > 0)
            fmt::print("  {} behind '{}' in frame {}{}\n", counted(most[k], "particle"), scene.boundaries[k].name,
                       where[k], frames.size() > 1 ? ", the most of these frames" : "");
    const auto leaking = most.size() - static_cast<std::size_t>(std::ranges::count(most, 0u));
    if (leaking == 0)
        fmt::print("  no particle is behind a boundary\n");
    return leaking;
}

/// What is wrong, each thing once: a node that needs a broken one repeats what is wrong with that.
class Findings
{
public:
    void add(const std::string& sentence, const std::string& node)
    {
        m_broken.insert(node);
        if (m_sentences.insert(sentence).second)
            fmt::print("{}\n", sentence);
    }

    /// Of a node, what its first evaluation said.
    void add(const Error& error, const std::string& node)
    {
        if (m_broken.contains(node))
            return;
        if (error.kind() == ErrorKind::Usage || error.kind() == ErrorKind::Memory ||
            (error.kind() == ErrorKind::InputOutput && m_kind == ErrorKind::Scene))
            m_kind = error.kind();
        add(std::string(error.what()), node);
    }

    std::int64_t count() const { return std::ssize(m_sentences); }
    ErrorKind kind() const { return m_kind; }

private:
    std::set<std::string> m_sentences, m_broken; // the latter are nodes
    ErrorKind m_kind = ErrorKind::Scene;
};

int run(const CheckOptions& options)
{
    const SceneArguments& arguments = options.scene;
    std::size_t warnings = 0;
    const Log log = [&](const LogMessage& message) {
        warnings += message.level >= LogLevel::Warning;
        printMessage(message);
    };
    SceneInput input(arguments, log);
    Findings findings;
    for (const Problem& problem : findProblems(input.document()))
        findings.add(problem.text, problem.node);
    for (const std::string& node : input.graph().order()) {
        const NodeType* type = input.graph().typeOf(input.graph().node(node));
        if (!type)
            continue;
        try {
            if (takesOneOfItsInputs(*type))
                sourceOf(input, input.graph().node(node));
            const Outputs outputs = input.evaluate(node);
            for (const PortValue& output : outputs)
                if (typeOf(output) == PortType::Simulation) {
                    const auto scene = std::get<std::shared_ptr<const Scene>>(output);
                    printPrediction(input, *scene, log);
                    if (!options.frames.empty())
                        warnings += printLeaks(input, *scene, options.frames);
                }
        } catch (const NodeError& error) {
            findings.add(error, error.node());
        } catch (const Error& error) {
            findings.add(error, node);
        }
    }
    if (findings.count() == 0) {
        input.solvers({});
        if (warnings > 0)
            fmt::print("{}: it can be simulated, with {}\n", arguments.file, counted(warnings, "warning"));
        else
            fmt::print("{}: nothing is wrong\n", arguments.file);
        return 0;
    }
    fail(findings.kind(), "{}: {} to be mended", arguments.file, counted(findings.count(), "thing has", "things have"));
}

} // namespace

void addCheck(CLI::App& app, Action& action)
{
    addCommand<CheckOptions>(app, action, "check", "Say what is wrong with a scene and what a run will need", declare,
                             run);
}

} // namespace sastrugi
