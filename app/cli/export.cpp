// `sastrugi export`: writes cached frames for other programs.
#include "app/cli/Command.h"
#include "app/cli/cachedFrames.h"
#include "engine/io/ParticleWriter.h"
#include "nodes/types/ExportParticlesNode.h"

#include <array>

namespace sastrugi
{

namespace
{

struct ExportOptions {
    SceneArguments scene;
    std::string node, out, frames;
};

void declare(CLI::App& command, ExportOptions& options)
{
    declareScene(command, options.scene);
    command.add_option("--node", options.node, "An Export Particles node, or a solver node")->required();
    command.add_option("--out", options.out,
                       "Files such as 'snow.####.ply'; the ending picks the format (default: what the node says)");
    command.add_option("--frames", options.frames, "Frames A-B (default: all that are cached)");
}

constexpr std::array<std::string_view, 2> endings = {".ply", ".vtp"}; // in the order of ParticleFormat

/// What is to be written, and of which solver.
struct Target {
    std::string solver, pattern;
    std::optional<ParticleFormat> format;
};

/// Of a pattern that ends with one; nothing when it ends with the frame's number or without an ending.
std::optional<ParticleFormat> formatOf(std::string_view pattern)
{
    const std::string ending = utf8Of(pathOf(pattern).extension());
    for (std::size_t i = 0; i < endings.size(); ++i)
        if (ending == endings[i])
            return static_cast<ParticleFormat>(i);
    if (ending.empty() || ending.find_first_of("#$%{}") != std::string::npos)
        return {};
    fail(ErrorKind::Usage, "--out: the ending '{}' of '{}' is not a known format; there are {}", ending, pattern,
         fmt::join(endings, ", "));
}

Target targetOf(const SceneInput& input, const ExportOptions& options)
{
    const Node& node = input.nodeToWrite(options.node, "output.exportParticles");
    Target target;
    target.solver = node.name;
    if (node.type == "output.exportParticles") {
        const auto links = input.graph().sourcesInto(node.name, "simulation");
        if (links.empty())
            fail(ErrorKind::Scene, "{}: nothing is linked to the input 'simulation'", input.graph().label(node));
        target.solver = links.front().fromNode;
        const auto parameters = typedValues<ExportParticlesParameters>(node.values);
        target.format = parameters.format;
        target.pattern = utf8Of(resolvePath(input.directory(), parameters.file));
    }
    if (!options.out.empty()) {
        target.pattern = options.out;
        if (const std::optional<ParticleFormat> format = formatOf(options.out))
            target.format = format;
    }
    if (target.pattern.empty() || !target.format)
        fail(ErrorKind::Usage, "--out is needed with the solver node '{}', with an ending: {}", node.name,
             fmt::join(endings, ", "));
    return target;
}

int run(const ExportOptions& options)
{
    parseFrames(options.frames);
    SceneInput input(options.scene, printMessage);
    input.requireUsable();
    const Target target = targetOf(input, options);
    const std::shared_ptr<const Scene> scene = input.simulation(target.solver);
    FileLayer files;
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    const std::vector<std::int64_t> frames = cachedFrames(cache, input, options.frames);
    const FrameNames names(target.pattern, endings[static_cast<std::size_t>(*target.format)],
                           static_cast<std::int64_t>(frames.size()));
    const std::unique_ptr<ParticleWriter> writer =
        *target.format == ParticleFormat::Ply ? makePlyWriter(names, files) : makeVtpWriter(names, files);
    for (const std::int64_t frame : frames)
        fmt::print("{}\n", utf8Of(writer->write(*cache.readFrame(frame))));
    return 0;
}

} // namespace

void addExport(CLI::App& app, Action& action)
{
    addCommand<ExportOptions>(app, action, "export", "Write cached frames as PLY or VTP", declare, run);
}

} // namespace sastrugi
