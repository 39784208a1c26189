// A way and a turn as functions of time, as parameters: of obstacles and of meshes.
#pragma once

#include "engine/motion/Curve.h"
#include "engine/motion/PathMotion.h"
#include "nodes/graph/NodeType.h"

namespace sastrugi
{

struct AnimatedTransformParameters {
    Text x, y, z, rotationX, rotationY, rotationZ;
    FilePath file;
    CurveKind interpolation = CurveKind::Smooth;
    CurveEnd before = CurveEnd::Hold;
    CurveEnd after = CurveEnd::Hold;
    Vector3 pivot = {0, 0, 0};
};

inline auto parameters(Tag<AnimatedTransformParameters>)
{
    using P = AnimatedTransformParameters;
    return std::tuple{
        words(&P::x, "x",
              "Way along x from where it is without this: a length such as '20 cm'; keys, a line for each, "
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
             "radians; relative to the scene file. Empty for none. A table that 'sastrugi export' made of a motion is "
             "about "
             "the origin: with it the pivot is 0."),
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

/// Throws Error(Scene) with the parameter that is wrong.
void checkTransform(const AnimatedTransformParameters& given);

/// With the keys of its file. Throws Error(Scene) also where it is not finite between the frames of the scene.
PathMotion pathMotionOf(const AnimatedTransformParameters& given, const Inputs& inputs);

/// Of the frames of a scene, and of steps between them; s.
std::vector<double> timesOf(const SceneSettings& scene);

} // namespace sastrugi
