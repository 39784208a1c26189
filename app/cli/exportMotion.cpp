// What `sastrugi export` writes as a table of keys: the motion of an obstacle, or of a mesh that keeps its shape.
#include "app/cli/ExportTarget.h"
#include "app/cli/SampledFrames.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/cachedFrames.h"
#include "engine/io/motionTable.h"
#include "engine/motion/RigidDeformation.h"
#include "engine/simulation/BoundaryInFrame.h"

#include <cstdio>

namespace sastrugi
{

namespace
{

/// Where the frames of its run have what a scene does not say; `times` receives those of the frames.
RigidMotion motionInRun(SceneInput& input, const Boundary& boundary, const std::string& frames,
                        std::vector<double>& times)
{
    const std::shared_ptr<const Scene> scene = input.simulation(solverThatMoves(input, boundary));
    FileLayer files;
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    std::vector<MotionKey> keys;
    for (const std::int64_t number : cachedFrames(cache, input, frames)) {
        const std::shared_ptr<const Frame> frame = cache.readFrame(number);
        const RigidPose pose = asIn(boundary, *frame).motion.poseAt(frame->time);
        times.push_back(frame->time);
        keys.push_back({frame->time, pose.translation, Eigen::Quaterniond(pose.rotation)});
    }
    return RigidMotion().followedBy(KeyedMotion(std::move(keys), KeyInterpolation::Linear, Vector3::Zero()));
}

/// Of what the node gives. `times` receives when that is known, where it is not always.
RigidMotion motionOf(SceneInput& input, const Node& node, const std::string& frames, std::vector<double>& times)
{
    const std::string label = input.graph().label(node);
    for (const PortValue& value : input.evaluate(node.name)) {
        if (const auto* boundary = std::get_if<std::shared_ptr<const Boundary>>(&value)) {
            if ((*boundary)->deformation)
                fail(ErrorKind::Usage, "{} changes its shape, which a table of keys does not hold; export a mesh",
                     label);
            if ((*boundary)->isMovedByRun())
                return motionInRun(input, **boundary, frames, times);
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

/// With so many in the place of each, up to the next one.
std::vector<double> sampledTimes(const std::vector<double>& times, std::int64_t samples)
{
    std::vector<double> all;
    for (std::size_t k = 0; k + 1 < times.size(); ++k)
        for (std::int64_t part = 0; part < samples; ++part)
            all.push_back(times[k] +
                          (times[k + 1] - times[k]) * static_cast<double>(part) / static_cast<double>(samples));
    all.push_back(times.back());
    return all;
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
    std::vector<double> times;
    const RigidMotion motion = motionOf(input, node, options.frames, times);
    const std::int64_t samples = options.samples.value_or(1);
    if (times.empty()) {
        const SceneSettings scene =
            sampledScene(typedValues<SceneSettings>(input.graph().node(Graph::sceneNode).values), samples);
        FrameRange frames = {scene.firstFrame, scene.lastFrame};
        if (const std::optional<FrameRange> typed = parseFrames(options.frames))
            frames = {typed->first * samples, typed->last * samples};
        for (std::int64_t frame = frames.first; frame <= frames.last; ++frame)
            times.push_back(scene.timeOf(frame));
    } else {
        times = sampledTimes(times, samples);
    }
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
