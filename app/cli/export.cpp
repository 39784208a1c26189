// `sastrugi export`: writes cached frames for other programs.
#include "app/cli/Command.h"
#include "app/cli/cachedFrames.h"
#include "app/cli/exportFrames.h"
#include "app/cli/say.h"
#include "engine/io/ParticleWriter.h"
#include "nodes/types/ExportParticlesNode.h"
#include "nodes/types/ExportVolumeNode.h"
#include "nodes/types/allNodes.h"

namespace sastrugi
{

namespace
{

constexpr std::string_view particlesType = "output.exportParticles", volumeType = "output.exportVolume",
                           densityType = "post.densityVolume";

struct ExportOptions {
    SceneArguments scene;
    std::string node, out, frames, format, preset, progress = "auto";
    bool force = false;
};

void declare(CLI::App& command, ExportOptions& options)
{
    declareScene(command, options.scene);
    command
        .add_option("--node", options.node,
                    "An Export Particles or Export Volume node, a Density Volume node, or a solver node")
        ->required();
    command.add_option("--out", options.out,
                       "Files such as 'snow.####.ply'; the ending picks the format (default: what the node says)");
    command.add_option("--frames", options.frames, "Frames A-B (default: what the node says, or all that are cached)");
    command.add_option("--format", options.format, "Format of particles, where the ending does not say it: plyAscii");
    command.add_option("--preset", options.preset,
                       "Values for a program, instead of the node's: plain, blender, houdini, paraView, python");
    command.add_flag("--force", options.force, "Write also the files that are there and valid");
    command.add_option("--progress", options.progress,
                       "auto, none, bar (a line on stderr), jsonl (JSON lines on stdout)");
}

/// What is to be written, and of which solver.
struct Target {
    std::string solver, pattern, ending, frames;
    std::function<std::unique_ptr<FrameWriter>(FrameNames, const SceneSettings&, FileLayer&)> makeWriter;
};

std::string endings()
{
    std::vector<std::string_view> all;
    for (const ParticleFormat& format : particleFormats())
        if (std::ranges::find(all, format.ending) == all.end())
            all.push_back(format.ending);
    return fmt::format("{}", fmt::join(all, ", "));
}

/// What a pattern ends with; nothing when that is the frame's number or the decimals of a figure: snow_0.5.
std::string endingOf(std::string_view pattern)
{
    const std::string ending = utf8Of(pathOf(pattern).extension());
    const bool isNumber = ending.size() > 1 && ending[1] >= '0' && ending[1] <= '9';
    return isNumber || ending.find_first_of("#$%{}") != std::string::npos ? std::string() : ending;
}

/// The format that --format or the ending of --out names, if one does. A format whose ending the pattern has already is
/// kept: PLY is two of them.
std::optional<ParticleFormatIndex> chosenFormat(const ExportOptions& options, const ParticleFormat* now)
{
    const auto& formats = particleFormats();
    if (!options.format.empty()) {
        std::vector<std::string_view> names;
        for (const ParticleFormat& format : formats)
            names.push_back(format.name);
        return static_cast<ParticleFormatIndex>(chooseName("--format", options.format, names));
    }
    const std::string ending = endingOf(options.out);
    if (ending.empty() || (now && now->ending == ending))
        return {};
    const auto found = std::ranges::find(formats, ending, &ParticleFormat::ending);
    if (found == formats.end())
        fail(ErrorKind::Usage, "--out: the ending '{}' of '{}' is not a known format; there are {}", ending,
             options.out, endings());
    return static_cast<ParticleFormatIndex>(found - formats.begin());
}

ParameterValues presetValues(const std::string& name)
{
    const std::vector<ValuePreset>& presets = allNodes().find(particlesType)->presets;
    std::vector<std::string_view> names;
    for (const ValuePreset& preset : presets)
        names.push_back(preset.name);
    return presets[chooseName("--preset", name, names)].values;
}

/// The node from which the only link into the input comes.
std::string sourceOf(const SceneInput& input, const std::string& node, std::string_view port)
{
    const auto links = input.graph().sourcesInto(node, port);
    if (links.empty())
        fail(ErrorKind::Scene, "{}: nothing is linked to the input '{}'", input.graph().label(input.graph().node(node)),
             port);
    return links.front().fromNode;
}

Target particleTarget(const SceneInput& input, const Node& node, const ExportOptions& options)
{
    Target target;
    const bool isSolver = node.type != particlesType;
    target.solver = isSolver ? node.name : sourceOf(input, node.name, "simulation");
    ExportParticlesParameters parameters;
    if (!isSolver)
        parameters = typedValues<ExportParticlesParameters>(node.values);
    const FilePath file = parameters.file;
    if (!options.preset.empty())
        parameters = typedValues<ExportParticlesParameters>(presetValues(options.preset));
    const bool hasFormat = !isSolver || !options.preset.empty();
    const auto format =
        chosenFormat(options, hasFormat ? &particleFormats()[static_cast<std::size_t>(parameters.format)] : nullptr);
    if (options.out.empty() ? isSolver : (!format && !hasFormat))
        fail(ErrorKind::Usage, "--out is needed with the solver node '{}', with an ending: {}", node.name, endings());
    parameters.format = format.value_or(parameters.format);
    target.pattern = options.out.empty() ? utf8Of(resolvePath(input.directory(), file)) : options.out;
    target.frames = parameters.frames.text;
    const ParticleFormat& chosen = particleFormats()[static_cast<std::size_t>(parameters.format)];
    target.ending = chosen.ending;
    target.makeWriter = [parameters, &chosen](FrameNames names, const SceneSettings& scene, FileLayer& files) {
        if (!chosen.cannot.empty())
            printMessage({LogLevel::Warning, "", "export.loss", std::string(chosen.cannot)});
        ParticleExportSettings settings = settingsOf(parameters);
        settings.framesPerSecond = scene.framesPerSecond;
        return std::make_unique<ParticleWriter>(chosen, std::move(names), std::move(settings), files);
    };
    return target;
}

Target volumeTarget(const SceneInput& input, const Node& node, const ExportOptions& options)
{
    if (!options.format.empty() || !options.preset.empty())
        fail(ErrorKind::Usage, "{} is of particles, and '{}' writes a volume",
             options.format.empty() ? "--preset" : "--format", node.name);
    Target target;
    ExportVolumeParameters parameters;
    const bool isExport = node.type == volumeType;
    const std::string volume = isExport ? sourceOf(input, node.name, "volume") : node.name;
    if (isExport)
        parameters = typedValues<ExportVolumeParameters>(node.values);
    else if (options.out.empty())
        fail(ErrorKind::Usage, "--out is needed with the node '{}', such as 'density.####.vdb'", node.name);
    target.solver = sourceOf(input, volume, "simulation");
    target.pattern = options.out.empty() ? utf8Of(resolvePath(input.directory(), parameters.file)) : options.out;
    target.ending = VolumeWriter::ending;
    if (const std::string ending = endingOf(target.pattern); !ending.empty() && ending != VolumeWriter::ending)
        fail(ErrorKind::Usage, "'{}': volumes are written as {}", target.pattern, VolumeWriter::ending);
    target.frames = parameters.frames.text;
    VolumeExportSettings settings = settingsOf(parameters);
    settings.volume = typedValues<DensityVolumeParameters>(input.graph().node(volume).values);
    target.makeWriter = [settings](FrameNames names, const SceneSettings&, FileLayer& files) {
        return std::make_unique<VolumeWriter>(std::move(names), settings, files);
    };
    return target;
}

int run(const ExportOptions& options)
{
    parseFrames(options.frames);
    SceneInput input(options.scene, printMessage);
    input.requireUsable();
    const Node& node = input.nodeToWrite(options.node, {particlesType, volumeType, densityType});
    const Target target = node.type == volumeType || node.type == densityType ? volumeTarget(input, node, options)
                                                                              : particleTarget(input, node, options);
    const std::shared_ptr<const Scene> scene = input.simulation(target.solver);
    FileLayer files;
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    ExportRun work;
    work.scene = scene->settings;
    work.frames = cachedFrames(cache, input, options.frames.empty() ? target.frames : options.frames);
    work.isForced = options.force;
    work.progress = options.progress;
    const FrameNames names(target.pattern, target.ending, static_cast<std::int64_t>(work.frames.size()));
    const std::unique_ptr<FrameWriter> writer = target.makeWriter(names, work.scene, files);
    return exportFrames(cache, *writer, work);
}

} // namespace

void addExport(CLI::App& app, Action& action)
{
    addCommand<ExportOptions>(app, action, "export", "Write cached frames as particles or volumes", declare, run)
        .footer("Files that are there and were made of the same frames with the same values are left alone; --force\n"
                "writes them again. SIGINT and SIGTERM stop between two files or within one, of which nothing is left\n"
                "(130, 75); the same command goes on.");
}

} // namespace sastrugi
