// Wind on a lattice, as flow solvers leave it: trilinear in space, linear in time.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sastrugi
{

/// Points evenly apart along each axis; x runs fastest. An axis with one point stands for all places along it.
struct WindLattice {
    std::array<std::size_t, 3> counts = {1, 1, 1};
    Vector3 origin = Vector3::Zero();
    Vector3 spacing = Vector3::Ones();

    std::size_t size() const { return counts[0] * counts[1] * counts[2]; }
    bool operator==(const WindLattice&) const = default;
};

/// The wind at a time: three numbers for each point, finite.
struct WindFrame {
    WindLattice lattice;
    std::vector<float> velocities;
    std::vector<bool>
        isKnown; // whether the file says anything of a point; else its velocity is zero. Empty: everywhere
};

enum class WindOutside {
    None,    // no wind
    Nearest, // that of the nearest point that is known
};

enum class WindRepeat { Once, Loop };

/// Where and when it blows in the scene: x -> translation + rotation (scale x), and velocities turned and multiplied.
struct WindPlacing {
    double velocityFactor = 1;
    WindOutside outside = WindOutside::None;
    Vector3 translation = {0, 0, 0};
    Vector3 rotation = {0, 0, 0};
    double scale = 1;
    double start = 0;
    WindRepeat repeat = WindRepeat::Once;
};

inline auto parameters(Tag<WindPlacing>)
{
    using P = WindPlacing;
    return std::tuple{
        number(&P::velocityFactor, "velocityFactor", Unit::None, -1e6, 1e6,
               "Factor on velocities, for other units than metres per second, or for more wind."),
        choice(&P::outside, "outside",
               {{"none", WindOutside::None, "No wind."},
                {"nearest", WindOutside::Nearest, "That of the nearest place of which the file says something."}},
               "What blows where the file says nothing: around it, and in bodies that are cut out."),
        vector(&P::translation, "translation", Unit::Metre, -1e6, 1e6, "Where the origin of the file goes, done last."),
        vector(&P::rotation, "rotation", Unit::Radian, -1e4, 1e4,
               "Angles about the fixed axes x, then y, then z, done after the scale; velocities turn with it."),
        number(&P::scale, "scale", Unit::None, 1e-6, 1e6,
               "Metres that a length of 1 in the file is; velocities have a factor of their own."),
        number(&P::start, "start", Unit::Second, 0, 1e5, "When the first moment of the file is; it blows before, too."),
        choice(&P::repeat, "repeat",
               {{"once", WindRepeat::Once, "As at the last moment."},
                {"loop", WindRepeat::Loop, "The first moment follows, as long after as moments are apart on average."}},
               "What blows after the last moment."),
    };
}

/// `times` rise, seconds after the start; a frame for each. Throws Error(Scene) when they do not, and when the lattices
/// differ.
Field makeGridWind(std::vector<double> times, std::vector<WindFrame> frames, const WindPlacing& placing);

} // namespace sastrugi
