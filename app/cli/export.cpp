// `sastrugi export`: writes cached frames for other programs.
#include "app/cli/Command.h"
#include "app/cli/ExportTarget.h"
#include "app/cli/FineFrames.h"
#include "app/cli/SampledFrames.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/cachedFrames.h"
#include "app/cli/nodeTypeNames.h"
#include "app/cli/numbers.h"
#include "app/cli/say.h"
#include "engine/cache/Cache.h"
#include "engine/core/lowerCase.h"
#include "engine/io/ParticleWriter.h"
#include "nodes/types/ExportParticlesNode.h"
#include "nodes/types/ExportVolumeNode.h"
#include "nodes/types/allNodes.h"

#include <csignal>

namespace sastrugi
{

namespace
{

constexpr std::string_view particlesType = "output.exportParticles", volumeType = "output.exportVolume",
                           densityType = "post.densityVolume", meshType = "output.exportMesh";

void declare(CLI::App& command, ExportOptions& options)
{
    declareScene(command, options.scene);
    command
        .add_option(
            "--node", options.node,
            "An Export Particles, Export Mesh or Export Volume node, or what they would write: a solver node, a "
            "Surface, a Density Volume, Fine-Scale Particles, a mesh or a boundary, of which a .csv holds the motion")
        ->required();
    command.add_option("--out", options.out,
                       "Files such as 'snow.####.ply'; the ending picks the format (default: what the node says)");
    command.add_option("--frames", options.frames, "Frames A-B (default: what the node says, or all that are cached)");
    command
        .add_option("--samples", options.samples,
                    "Files per frame, for motion blur: 2 writes also one between each two frames (default: what the "
                    "node says)")
        ->check(wholeNumber(1, 100));
    command.add_option("--format", options.format, "Format, where the ending does not say it: plyAscii");
    command.add_option("--preset", options.preset,
                       "Values for a program, instead of the node's: plain, blender, houdini, paraView, python (of "
                       "meshes web and printer)");
    command.add_flag("--force", options.force, "Write also the files that are there and valid");
    command.add_option("--progress", options.progress,
                       "auto, none, bar (a line on stderr), jsonl (JSON lines on stdout)");
}

ParameterValues presetValues(const std::string& name)
{
    const std::vector<ValuePreset>& presets = allNodes().find(particlesType)->presets;
    std::vector<std::string_view> names;
    for (const ValuePreset& preset : presets)
        names.push_back(preset.name);
    return presets[chooseName("--preset", name, names)].values;
}

std::shared_ptr<const FineParticles> fineParticlesOf(SceneInput& input, const std::string& node)
{
    return std::get<std::shared_ptr<const FineParticles>>(input.evaluate(node).front());
}

ExportTarget particleTarget(SceneInput& input, const Node& node, const ExportOptions& options)
{
    ExportTarget target;
    const bool isExport = node.type == particlesType;
    const std::string giving = isExport ? sourceOf(input, node) : node.name;
    target.solver = giving;
    if (input.graph().node(target.solver).type == fineType) {
        target.fine = fineParticlesOf(input, target.solver);
        target.solver = sourceOf(input, target.solver, "simulation");
    }
    ExportParticlesParameters parameters;
    if (isExport)
        parameters = typedValues<ExportParticlesParameters>(node.values);
    const FilePath file = parameters.file;
    if (!options.preset.empty())
        parameters = typedValues<ExportParticlesParameters>(presetValues(options.preset));
    const bool hasFormat = isExport || !options.preset.empty();
    const auto format =
        chosenFormat(options, particleFormats(),
                     hasFormat ? &particleFormats()[static_cast<std::size_t>(parameters.format)] : nullptr);
    requireOut(options, node, isExport, format || hasFormat, endingsOf(particleFormats()));
    if (format)
        parameters.format = static_cast<ParticleFormatIndex>(*format);
    target.pattern = options.out.empty() ? utf8Of(resolvePath(input.directory(), file)) : options.out;
    target.frames = parameters.frames.text;
    target.samplesPerFrame = options.samples.value_or(parameters.samplesPerFrame);
    const ParticleFormat& chosen = particleFormats()[static_cast<std::size_t>(parameters.format)];
    target.ending = chosen.ending;
    target.makeWriter = [parameters, giving, &chosen](FrameNames names, const SceneSettings& scene, FileLayer& files) {
        if (!chosen.cannot.empty())
            printMessage({LogLevel::Warning, "", "export.loss", std::string(chosen.cannot)});
        ParticleExportSettings settings = exportSettingsOf(parameters);
        settings.framesPerSecond = scene.framesPerSecond;
        settings.source = giving;
        return std::make_unique<ParticleWriter>(chosen, std::move(names), std::move(settings), files);
    };
    return target;
}

ExportTarget volumeTarget(const SceneInput& input, const Node& node, const ExportOptions& options)
{
    if (!options.format.empty() || !options.preset.empty())
        fail(ErrorKind::Usage, "{} is of particles and meshes, and '{}' writes a volume",
             options.format.empty() ? "--preset" : "--format", node.name);
    ExportTarget target;
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
    target.samplesPerFrame = options.samples.value_or(parameters.samplesPerFrame);
    VolumeExportSettings settings = settingsOf(parameters);
    settings.volume = typedValues<DensityVolumeParameters>(input.graph().node(volume).values);
    target.makeWriter = [settings](FrameNames names, const SceneSettings&, FileLayer& files) {
        return std::make_unique<VolumeWriter>(std::move(names), settings, files);
    };
    return target;
}

/// Frames of a cache.
class CachedFrames : public FrameSource
{
public:
    explicit CachedFrames(Cache& cache) : m_cache(cache) {}
    Hash hash(std::int64_t frame) const override { return m_cache.frames().at(frame).hash; }
    std::uint64_t bytes(std::int64_t frame) const override { return m_cache.frames().at(frame).bytes; }
    std::shared_ptr<const Frame> read(std::int64_t frame, const std::stop_token&) override
    {
        return m_cache.readFrame(frame);
    }

private:
    Cache& m_cache;
};

ExportTarget targetOf(SceneInput& input, const ExportOptions& options)
{
    const auto isTarget = [](const NodeType& type) {
        return isMeshTarget(type) || type.name == particlesType || type.name == volumeType ||
               type.name == densityType || type.name == fineType;
    };
    const Node& node = input.nodeToWrite(
        options.node, "solver, export, Surface, Density Volume, Fine-Scale Particles, mesh or boundary", isTarget);
    if (isMeshTarget(*input.graph().typeOf(node)))
        return meshTarget(input, node, options);
    return node.type == volumeType || node.type == densityType ? volumeTarget(input, node, options)
                                                               : particleTarget(input, node, options);
}

int write(const ExportTarget& target, FrameSource& source, FileLayer& files, const ExportRun& run)
{
    const FrameNames names(target.pattern, target.ending, static_cast<std::int64_t>(run.frames.size()));
    return exportFrames(source, files, *target.makeWriter(names, run.scene, files), run);
}

/// Of the range, or of the scene; a mesh that has one file is that of the first frame.
std::vector<std::int64_t> framesWithoutCache(const ExportTarget& target, const std::string& range,
                                             const SceneSettings& scene)
{
    FrameRange frames = {scene.firstFrame, scene.lastFrame};
    if (const std::optional<FrameRange> typed = parseFrames(range))
        frames = {typed->first * target.samplesPerFrame, typed->last * target.samplesPerFrame};
    else if (!FrameNames(target.pattern, target.ending, 1).hasNumber()) {
        if (frames.last > frames.first && !target.isStill)
            printMessage({LogLevel::Info, "", "export.oneFrame",
                          fmt::format("'{}' has no place for the frame number: it is of frame {}", target.pattern,
                                      frames.first)});
        frames.last = frames.first;
    }
    std::vector<std::int64_t> all;
    for (std::int64_t frame = frames.first; frame <= frames.last; ++frame)
        all.push_back(frame);
    return all;
}

int run(const ExportOptions& options)
{
    std::signal(SIGPIPE, SIG_IGN); // whoever follows the progress may leave; the files are what counts
    parseFrames(options.frames);
    SceneInput input(options.scene, printMessage);
    input.requireUsable();
    if (const Node* node = input.graph().find(options.node))
        if (const NodeType* type = input.graph().typeOf(*node); type && isMotionTarget(*type, options))
            return exportMotion(input, *node, options);
    const ExportTarget target = targetOf(input, options);
    const std::string range = options.frames.empty() ? target.frames : options.frames;
    FileLayer files;
    ExportRun work;
    work.isForced = options.force;
    work.progress = options.progress;
    const SceneFiles inputs(input);
    work.inputs = &inputs;
    const std::int64_t samples = target.samplesPerFrame;
    if (target.source) { // its frames are those of times
        work.scene = sampledScene(typedValues<SceneSettings>(input.graph().node(Graph::sceneNode).values), samples);
        work.frames = framesWithoutCache(target, range, work.scene);
        return write(target, *target.source, files, work);
    }
    const std::shared_ptr<const Scene> scene = input.simulation(target.solver);
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    work.scene = sampledScene(scene->settings, samples);
    work.frames = samplesOf(cachedFrames(cache, input, range), samples);
    std::unique_ptr<FrameSource> source = std::make_unique<CachedFrames>(cache);
    if (target.fine)
        source = std::make_unique<FineFrames>(*target.fine, cache);
    if (samples == 1)
        return write(target, *source, files, work);
    SampledFrames sampled(*source, scene->settings, samples);
    return write(target, sampled, files, work);
}

} // namespace

std::string endingOf(std::string_view pattern)
{
    const std::string ending = lowerCase(utf8Of(pathOf(pattern).extension()));
    const bool isNumber = ending.size() > 1 && ending[1] >= '0' && ending[1] <= '9';
    return isNumber || ending.find_first_of("#$%{}") != std::string::npos ? std::string() : ending;
}

void requireOut(const ExportOptions& options, const Node& node, bool hasName, bool hasFormat,
                const std::string& endings)
{
    if (options.out.empty() && !hasName)
        fail(ErrorKind::Usage, "--out is needed with the node '{}', with an ending: {}", node.name, endings);
    if (!options.out.empty() && !hasFormat)
        fail(ErrorKind::Usage, "--out: '{}' has no ending, which picks the format; there are {}", options.out, endings);
}

std::string sourceOf(const SceneInput& input, const std::string& node, std::string_view port)
{
    const auto links = input.graph().sourcesInto(node, port);
    if (links.empty())
        fail(ErrorKind::Scene, "{}: nothing is linked to the input '{}'", input.graph().label(input.graph().node(node)),
             port);
    return links.front().fromNode;
}

std::string solverThatMoves(SceneInput& input, const Boundary& boundary)
{
    std::vector<std::string> found;
    for (const std::string& solver : input.solvers({}))
        if (const std::shared_ptr<const Scene> scene = input.simulation(solver);
            std::ranges::find(scene->boundaries, boundary.name, &Boundary::name) != scene->boundaries.end())
            found.push_back(solver);
    if (found.size() != 1)
        fail(ErrorKind::Usage, "'{}' is moved by a run, and {}: exactly one solver must have it", boundary.name,
             found.empty() ? std::string("no solver has it") : fmt::format("{} have it", fmt::join(found, ", ")));
    return found.front();
}

bool takesOneOfItsInputs(const NodeType& type) { return type.name == particlesType || type.name == meshType; }

std::string sourceOf(const SceneInput& input, const Node& node)
{
    std::vector<std::string> sources;
    std::vector<std::string_view> ports;
    for (const Port& port : input.graph().typeOf(node)->inputs) {
        ports.push_back(port.name);
        for (const Link& link : input.graph().sourcesInto(node.name, port.name))
            sources.push_back(link.fromNode);
    }
    if (sources.size() != 1)
        fail(ErrorKind::Scene, "{}: {} of its inputs are linked, and one has to be: {}", input.graph().label(node),
             sources.empty() ? "none" : "several", fmt::join(ports, ", "));
    return sources.front();
}

void addExport(CLI::App& app, Action& action)
{
    addCommand<ExportOptions>(app, action, "export", "Write cached frames as particles, meshes or volumes", declare,
                              run)
        .footer("Files that are there and were made of the same frames with the same values are left alone; --force\n"
                "writes them again. SIGINT and SIGTERM stop between two files or within one, of which nothing is left\n"
                "(130, 75); the same command goes on.");
}

} // namespace sastrugi
