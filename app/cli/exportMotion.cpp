// What `sastrugi export` writes as a table of keys: the motion of an obstacle, or of a mesh that keeps its shape.
#include "app/cli/ExportTarget.h"
#include "app/cli/SampledFrames.h"
#include "app/cli/SceneFiles.h"
#include "engine/io/motionTable.h"
#include "engine/motion/RigidDeformation.h"

#include <cstdio>

namespace sastrugi
{

namespace
{

/// Of what the node gives.
RigidMotion motionOf(SceneInput& input, const Node& node)
{
    const std::string label = input.graph().label(node);
    for (const PortValue& value : input.evaluate(node.name)) {
        if (const auto* boundary = std::get_if<std::shared_ptr<const Boundary>>(&value)) {
            if ((*boundary)->load)
                fail(ErrorKind::Usage, "{} is moved by a load, and only a run knows how far", label);
            if ((*boundary)->deformation)
                fail(ErrorKind::Usage, "{} changes its shape, which a table of keys does not hold; export a mesh",
                     label);
            return (*boundary)->motion;
        }
        if (const auto* mesh = std::get_if<MovingMesh>(&value); mesh && mesh->deformation) {
            const auto rigid = std::dynamic_pointer_cast<const RigidDeformation>(mesh->deformation);
            if (!rigid || rigid->body().deformation)
                fail(ErrorKind::Usage, "{} changes its shape, which a table of keys does not hold; export a mesh",
                     label);
            return rigid->motion();
        }
    }
    fail(ErrorKind::Usage, "{} does not move: there is nothing that a table of keys could hold", label);
}

} // namespace

bool isMotionTarget(const NodeType& type, const ExportOptions& options)
{
    return endingOf(options.out) == ".csv" && std::ranges::any_of(type.outputs, [](const Port& port) {
               return port.type == PortType::Mesh || port.type == PortType::Boundary;
           });
}

int exportMotion(SceneInput& input, const Node& node, const ExportOptions& options)
{
    const RigidMotion motion = motionOf(input, node);
    const SceneSettings scene = sampledScene(typedValues<SceneSettings>(input.graph().node(Graph::sceneNode).values),
                                             options.samples.value_or(1));
    FrameRange frames = {scene.firstFrame, scene.lastFrame};
    if (const std::optional<FrameRange> typed = parseFrames(options.frames))
        frames = {typed->first * options.samples.value_or(1), typed->last * options.samples.value_or(1)};
    std::vector<double> times;
    for (std::int64_t frame = frames.first; frame <= frames.last; ++frame)
        times.push_back(scene.timeOf(frame));
    if (FrameNames(options.out, ".csv", 1).hasNumber())
        fail(ErrorKind::Usage, "--out: '{}' has a place for the frame number, and a motion is one table", options.out);
    for (const auto& [option, isGiven] :
         {std::pair{"--preset", !options.preset.empty()}, {"--format", !options.format.empty()}})
        if (isGiven)
            fail(ErrorKind::Usage, "{} is of particles and meshes, and '{}' is a table of keys", option, options.out);
    const std::filesystem::path file = pathOf(options.out);
    SceneFiles(input).refuse(file);
    FileLayer files;
    if (file.has_parent_path())
        files.createFolder(file.parent_path());
    files.writeAtomically(file, std::string_view(formatCurveTable(motionTable(motion, times))));
    fmt::print("{}\n", utf8Of(file));
    return 0;
}

} // namespace sastrugi
