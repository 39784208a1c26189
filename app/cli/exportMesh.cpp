// What `sastrugi export` writes as meshes: surfaces of cached frames, and meshes and boundaries of the scene.
#include "app/cli/ExportTarget.h"
#include "app/cli/SampledFrames.h"
#include "app/cli/nodeTypeNames.h"
#include "app/cli/unknownName.h"
#include "engine/io/MeshWriter.h"
#include "engine/simulation/BoundaryInFrame.h"
#include "engine/surface/particleSurface.h"
#include "nodes/types/ExportMeshNode.h"
#include "nodes/types/allNodes.h"

#include <set>

namespace sastrugi
{

namespace
{

constexpr std::string_view exportType = "output.exportMesh";

/// Frames of what is not simulated: only their times count.
class SceneFrames : public FrameSource
{
public:
    SceneFrames(const SceneSettings& scene, std::shared_ptr<const Boundary> boundary)
        : m_scene(scene), m_boundary(std::move(boundary))
    {
    }
    Hash hash(std::int64_t frame) const override { return meshAt(*m_boundary, m_scene.timeOf(frame))->contentHash(); }
    std::uint64_t bytes(std::int64_t) const override { return 1; }
    std::shared_ptr<const Frame> read(std::int64_t number, const std::stop_token&) override
    {
        Frame frame;
        frame.number = number;
        frame.time = m_scene.timeOf(number);
        return std::make_shared<const Frame>(std::move(frame));
    }

private:
    SceneSettings m_scene;
    std::shared_ptr<const Boundary> m_boundary;
};

/// What the node gives first that is a mesh, as a boundary; null: nothing.
std::shared_ptr<const Boundary> boundaryOf(SceneInput& input, const std::string& node)
{
    for (const PortValue& value : input.evaluate(node)) {
        if (const auto* mesh = std::get_if<MovingMesh>(&value)) {
            Boundary boundary{node, mesh->mesh, {}};
            boundary.deformation = mesh->deformation;
            return std::make_shared<const Boundary>(std::move(boundary));
        }
        if (const auto* boundary = std::get_if<std::shared_ptr<const Boundary>>(&value))
            return *boundary;
    }
    return nullptr;
}

MeshSource surfaceSource(SurfaceParameters parameters, const MeshFormat& format)
{
    if (!format.hasAttributes)
        parameters.attributes.text = "none";
    ContentHash hash;
    hash.add("surface");
    addParametersToHash(hash, parameters);
    // A frame is also meshed for the size that is predicted.
    auto warned = std::make_shared<std::set<std::int64_t>>();
    return {hash.digest(), [parameters, warned](const Frame& frame, const std::stop_token& stop) {
                AttributedMesh surface = particleSurface(frame, parameters, stop);
                if (surface.mesh.triangles.empty() && frame.particles.count() > 0 &&
                    warned->insert(frame.number).second)
                    printMessage({LogLevel::Warning, "", "export.emptySurface",
                                  fmt::format("frame {}: the surface is empty: no snow is as thick as its threshold; "
                                              "use smaller voxels, smaller features or a smaller threshold",
                                              frame.number)});
                return surface;
            }};
}

MeshSource boundarySource(std::shared_ptr<const Boundary> boundary)
{
    return {{}, [boundary = std::move(boundary)](const Frame& frame, const std::stop_token&) {
                AttributedMesh mesh;
                mesh.mesh = *meshAt(asIn(*boundary, frame), frame.time);
                mesh.attributes = Attributes(mesh.mesh.points.size());
                return mesh;
            }};
}

/// The values of the node or of --preset, with the format that was typed.
ExportMeshParameters parametersOf(const Node& node, const ExportOptions& options)
{
    const bool isExport = node.type == exportType;
    ExportMeshParameters parameters;
    if (isExport)
        parameters = typedValues<ExportMeshParameters>(node.values);
    const FilePath file = parameters.file;
    if (!options.preset.empty()) {
        const std::vector<ValuePreset>& presets = allNodes().find(exportType)->presets;
        std::vector<std::string_view> names;
        for (const ValuePreset& preset : presets)
            names.push_back(preset.name);
        parameters = typedValues<ExportMeshParameters>(presets[chooseName("--preset", options.preset, names)].values);
        parameters.file = file;
    }
    const auto& formats = meshFormats();
    const bool hasFormat = isExport || !options.preset.empty();
    const auto format =
        chosenFormat(options, formats, hasFormat ? &formats[static_cast<std::size_t>(parameters.format)] : nullptr);
    requireOut(options, node, isExport, format || hasFormat, endingsOf(formats));
    if (format)
        parameters.format = static_cast<MeshFormatIndex>(*format);
    return parameters;
}

} // namespace

bool isMeshTarget(const NodeType& type)
{
    if (type.name == exportType)
        return true;
    return std::ranges::any_of(type.outputs, [](const Port& port) {
        return port.type == PortType::Surface || port.type == PortType::Mesh || port.type == PortType::Boundary;
    });
}

ExportTarget meshTarget(SceneInput& input, const Node& node, const ExportOptions& options)
{
    const ExportMeshParameters parameters = parametersOf(node, options);
    const MeshFormat& format = meshFormats()[static_cast<std::size_t>(parameters.format)];
    ExportTarget target;
    target.pattern = options.out.empty() ? utf8Of(resolvePath(input.directory(), parameters.file)) : options.out;
    target.ending = format.ending;
    target.frames = parameters.frames.text;
    target.samplesPerFrame = options.samples.value_or(parameters.samplesPerFrame);
    const std::string giving = node.type == exportType ? sourceOf(input, node) : node.name;
    const Node& given = input.graph().node(giving);
    MeshSource source;
    if (given.type == surfaceType) {
        target.solver = sourceOf(input, giving, "simulation");
        source = surfaceSource(typedValues<SurfaceParameters>(given.values), format);
    } else {
        const std::shared_ptr<const Boundary> boundary = boundaryOf(input, giving);
        if (!boundary)
            fail(ErrorKind::Usage, "{} gives no mesh", input.graph().label(given));
        target.isStill = boundary->isStill();
        if (boundary->isMovedByRun())
            target.solver = solverThatMoves(input, *boundary);
        else
            target.source = std::make_unique<SceneFrames>(
                sampledScene(typedValues<SceneSettings>(input.graph().node(Graph::sceneNode).values),
                             target.samplesPerFrame),
                boundary);
        source = boundarySource(boundary);
    }
    target.makeWriter = [parameters, source, giving, &format](FrameNames names, const SceneSettings& scene,
                                                              FileLayer& files) {
        if (!format.cannot.empty())
            printMessage({LogLevel::Warning, "", "export.loss", std::string(format.cannot)});
        MeshExportSettings settings = exportSettingsOf(parameters);
        settings.framesPerSecond = scene.framesPerSecond;
        settings.source = giving;
        if (!format.hasAttributes)
            settings.attributes.clear();
        return std::make_unique<MeshWriter>(format, std::move(names), std::move(settings), source, files);
    };
    return target;
}

} // namespace sastrugi
