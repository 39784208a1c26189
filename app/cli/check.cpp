// `sastrugi check`: loads everything, says what is wrong per node and what a run will need; writes nothing.
#include "app/cli/Command.h"
#include "app/cli/SceneInput.h"
#include "app/cli/formatBytes.h"
#include "engine/core/Words.h"
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
}

int run(const SceneArguments& arguments)
{
    std::size_t warnings = 0;
    const Log log = [&](const LogMessage& message) {
        warnings += message.level >= LogLevel::Warning;
        printMessage(message);
    };
    SceneInput input(arguments, log);
    ErrorKind worst = ErrorKind::Scene;
    std::set<std::string> sentences; // nodes that need a broken one repeat what is wrong with it
    const auto report = [&](const std::string& sentence) {
        if (sentences.insert(sentence).second)
            fmt::print("{}\n", sentence);
    };
    for (const Problem& problem : findProblems(input.document()))
        report(problem.text);
    for (const std::string& node : input.graph().order()) {
        const NodeType* type = input.graph().typeOf(input.graph().node(node));
        if (!type)
            continue;
        try {
            const Outputs outputs = input.evaluate(node);
            for (const PortValue& output : outputs)
                if (typeOf(output) == PortType::Simulation)
                    printPrediction(input, *std::get<std::shared_ptr<const Scene>>(output), log);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Usage || error.kind() == ErrorKind::Memory)
                worst = error.kind();
            report(error.what());
        }
    }
    if (sentences.empty()) {
        input.solvers({});
        if (warnings > 0)
            fmt::print("{}: it can be simulated, with {}\n", arguments.file, counted(warnings, "warning"));
        else
            fmt::print("{}: nothing is wrong\n", arguments.file);
        return 0;
    }
    fail(worst, "{}: {} to be mended", arguments.file, counted(sentences.size(), "thing has", "things have"));
}

} // namespace

void addCheck(CLI::App& app, Action& action)
{
    addCommand<SceneArguments>(app, action, "check", "Say what is wrong with a scene and what a run will need",
                               declareScene, run);
}

} // namespace sastrugi
