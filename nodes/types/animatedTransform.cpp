#include "nodes/types/animatedTransform.h"

#include "engine/core/File.h"
#include "engine/io/curveTable.h"
#include "engine/motion/curveText.h"
#include "engine/motion/finiteMotion.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

MotionPath pathOf(const AnimatedTransformParameters& given, const FrameCount& frames)
{
    const std::array<const Text*, 6> texts = {&given.x,         &given.y,         &given.z,
                                              &given.rotationX, &given.rotationY, &given.rotationZ};
    MotionPath path;
    path.pivot = given.pivot;
    for (std::size_t i = 0; i < texts.size(); ++i)
        try {
            path.channels[i] = parseChannel(texts[i]->text, i < 3 ? Unit::Metre : Unit::Radian,
                                            {given.interpolation, given.before, given.after}, frames);
        } catch (const Error& error) {
            fail(ErrorKind::Scene, "parameter '{}': {}", channelNames[i], error.what());
        }
    return path;
}

void addFile(MotionPath& path, const AnimatedTransformParameters& given, const std::filesystem::path& file)
{
    try {
        for (auto& [name, keys] : parseCurveTable(FileLayer().readText(file), given.interpolation)) {
            const auto channel = std::find(channelNames.begin(), channelNames.end(), name);
            if (channel == channelNames.end())
                fail(ErrorKind::Scene,
                     "it has a column '{}'; time, x, y, z, rotationX, rotationY and rotationZ are known", name);
            path.channels[static_cast<std::size_t>(channel - channelNames.begin())] =
                Curve(std::move(keys), given.before, given.after);
        }
    } catch (const Error& error) {
        fail(error.kind(), "the keys of '{}' cannot be taken: {}", file.string(), error.what());
    }
}

} // namespace

void checkTransform(const AnimatedTransformParameters& given) { PathMotion(pathOf(given, {})); }

PathMotion pathMotionOf(const AnimatedTransformParameters& given, const Inputs& inputs)
{
    MotionPath path = pathOf(given, {inputs.scene.framesPerSecond, static_cast<double>(inputs.scene.firstFrame)});
    if (!given.file.text.empty())
        addFile(path, given, inputs.resolve(given.file));
    requireFinite(path, timesOf(inputs.scene));
    return PathMotion(std::move(path));
}

std::vector<double> timesOf(const SceneSettings& scene)
{
    constexpr std::int64_t steps = 8;
    std::vector<double> times;
    for (std::int64_t frame = scene.firstFrame; frame <= scene.lastFrame; ++frame)
        for (std::int64_t step = 0; step < (frame < scene.lastFrame ? steps : 1); ++step)
            times.push_back(scene.timeOf(frame) +
                            static_cast<double>(step) / static_cast<double>(steps) / scene.framesPerSecond);
    return times;
}

} // namespace sastrugi
