// Lets an obstacle move by functions of time.
#include "engine/core/File.h"
#include "engine/io/curveTable.h"
#include "engine/motion/PathMotion.h"
#include "engine/motion/curveText.h"
#include "engine/motion/finiteMotion.h"
#include "nodes/types/NodeTypes.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

struct AnimatedTransformParameters {
    Text x, y, z, rotationX, rotationY, rotationZ;
    FilePath file;
    CurveKind interpolation = CurveKind::Smooth;
    CurveEnd before = CurveEnd::Hold;
    CurveEnd after = CurveEnd::Hold;
    Vector3 pivot = {0, 0, 0};
};

auto parameters(Tag<AnimatedTransformParameters>)
{
    using P = AnimatedTransformParameters;
    return std::tuple{
        words(&P::x, "x",
              "Way along x from where the obstacle is without it: a length such as '20 cm'; keys, a line for each, "
              "such as '1.5 s; 20 cm'; or an expression in metres such as '0.2 * sin(2 * pi * t)' of t, frame and fps, "
              "with the functions of muParser, noise(x), noise(x, seed), clamp(x, low, high) and smoothstep(from, to, "
              "x). A key may also say linear, smooth, step or bezier, and then the handles before and after it as "
              "'-0.2 s, 0; 0.2 s, 5 cm'."),
        words(&P::y, "y", "Way along y, given like that along x."),
        words(&P::z, "z", "Way along z, given like that along x."),
        words(&P::rotationX, "rotationX",
              "Angle about the x axis through the pivot, the first of the three: '90 deg', keys such as '2 s; 90 deg', "
              "or an expression in radians such as '90 deg * t'. Angles count all their turns."),
        words(&P::rotationY, "rotationY", "Angle about the fixed y axis, the second."),
        words(&P::rotationZ, "rotationZ", "Angle about the fixed z axis, the third."),
        path(&P::file, "file",
             "A table (CSV) of keys instead of those of the same name here: a line of names, of which one is time and "
             "the others are x, y, z, rotationX, rotationY or rotationZ, then lines of numbers in seconds, metres and "
             "radians; relative to the scene file. Empty for none."),
        choice(
            &P::interpolation, "interpolation",
            {{"linear", CurveKind::Linear, "Constant rate from key to key."},
             {"smooth", CurveKind::Smooth,
              "Without a jump of the rate and without overshoot; at rest at the first and last key, and where it turns "
              "round."},
             {"bezier", CurveKind::Bezier, "By handles; those that are not given are level, a third of the section."}},
            "What happens after a key that does not say it itself."),
        choice(&P::before, "before",
               {{"hold", CurveEnd::Hold, "Stays where the first key has it."},
                {"linear", CurveEnd::Linear, "Comes straight, at the rate of the first key."},
                {"loop", CurveEnd::Loop, "Repeats the keys, which must end as they begin."},
                {"onwards", CurveEnd::Onwards, "Repeats them, each round going on where another has ended."},
                {"backAndForth", CurveEnd::BackAndForth, "Runs them backwards, and forwards, in turns."}},
               "What happens before the first key."),
        choice(&P::after, "after",
               {{"hold", CurveEnd::Hold, "Stays as the last key has it."},
                {"linear", CurveEnd::Linear, "Goes on straight, at the rate of the last key."},
                {"loop", CurveEnd::Loop, "Begins again where it began, which must be where it ends."},
                {"onwards", CurveEnd::Onwards, "Begins again where it has ended: a wheel turns on."},
                {"backAndForth", CurveEnd::BackAndForth, "Turns round, and again at the first key."}},
               "What happens after the last key."),
        vector(&P::pivot, "pivot", Unit::Metre, -1e6, 1e6, "The point about which it turns, before any way."),
    };
}

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

/// Of the frames, and of steps between them.
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

} // namespace

NodeType animatedTransformNode()
{
    return NodeType::define<AnimatedTransformParameters>({
        .name = "motion.path",
        .title = "Animated Transform",
        .category = "Motion",
        .doc = "Lets an obstacle move and turn by functions of time: each of three ways and three angles is a number, "
               "keys or an expression. How fast it is comes from the keys themselves, and of expressions from their "
               "slope. What would jump is refused where keys tell it; an expression that jumps throws whatever it "
               "touches, and one that is not finite in a frame of the scene, or at a thousandth of a second between "
               "them, is refused.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle to animate."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, where the functions have it."}},
        .readsFiles = true,
        .usesSceneSettings = true,
        .check = [](const AnimatedTransformParameters& given) { PathMotion(pathOf(given, {})); },
        .evaluate = [](const AnimatedTransformParameters& given, const Inputs& inputs) -> Outputs {
            MotionPath path =
                pathOf(given, {inputs.scene.framesPerSecond, static_cast<double>(inputs.scene.firstFrame)});
            if (!given.file.text.empty())
                addFile(path, given, inputs.resolve(given.file));
            requireFinite(path, timesOf(inputs.scene));
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.motion = boundary.motion.followedBy(PathMotion(std::move(path)));
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
