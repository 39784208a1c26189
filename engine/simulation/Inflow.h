// Snow that is let in while the simulation runs: falling flakes, and jets from a nozzle. Shared by the particle
// methods.
//
// What is let in up to a time follows from that time, the scene and the number that came before: the state is one
// number per emitter, ids go on where they were, and places come from counters. So neither threads nor a resumed run
// matter. An emitter may move: by a function of time, which adds nothing to the state.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/RigidMotion.h"
#include "engine/simulation/Material.h"

#include <memory>
#include <string>
#include <variant>

namespace sastrugi
{

struct SnowfallParameters {
    Vector3 centre = {0, 0, 1};
    double sizeX = 1;
    double sizeY = 1;
    double rate = 0.5;
    Vector3 velocity = {0, 0, -1};
    double velocityJitter = 0.1;
    bool fallsInAir = true;
    double flakeSpacing = 2;
    double clumpShare = 0;
    double start = 0;
    double duration = 0;
};

inline auto parameters(Tag<SnowfallParameters>)
{
    using P = SnowfallParameters;
    return std::tuple{
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6,
               "Middle of the level rectangle in which flakes appear; not used where a surface is linked."),
        number(&P::sizeX, "sizeX", Unit::Metre, 1e-4, 1e5, "Length of the rectangle along x."),
        number(&P::sizeY, "sizeY", Unit::Metre, 1e-4, 1e5, "Length of the rectangle along y."),
        number(&P::rate, "rate", Unit::KilogramPerSquareMetreSecond, 0, 1e5,
               "Mass of snow per area and time; heavy snowfall is 0.0003, so that simulations exaggerate."),
        vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000,
               "Velocity of a flake when it appears, wherever the emitter itself is going."),
        number(&P::velocityJitter, "velocityJitter", Unit::None, 0, 1,
               "How much flakes differ in it, as a share of its length."),
        toggle(
            &P::fallsInAir, "fallsInAir",
            "Where wind is linked to the solver, flakes appear with the velocity of the air there plus that of their "
            "steady fall, in place of the one above."),
        number(&P::flakeSpacing, "flakeSpacing", Unit::None, 0.9, 100,
               "Least distance of a new flake from all other snow, in spacings; below 2 flakes may touch in the air."),
        number(&P::clumpShare, "clumpShare", Unit::None, 0, 1,
               "Share of the mass that falls as clumps of eight particles instead of single ones."),
        number(&P::start, "start", Unit::Second, 0, 1e6, "When it begins to snow."),
        zeroMeans("to the end", number(&P::duration, "duration", Unit::Second, 0, 1e6,
                                       "How long it snows; 0 stands for to the end.")),
    };
}

struct NozzleParameters {
    Vector3 centre = {0, 0, 1};
    Vector3 direction = {0, 0, -1};
    double radius = 0.1;
    double speed = 3;
    double jitter = 0.1;
    double start = 0;
    double duration = 0;
};

inline auto parameters(Tag<NozzleParameters>)
{
    using P = NozzleParameters;
    return std::tuple{
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6, "Middle of the opening."),
        vector(&P::direction, "direction", Unit::None, -1e6, 1e6, "Where the jet goes, as a vector of any length."),
        number(&P::radius, "radius", Unit::Metre, 1e-4, 1e4, "Radius of the opening."),
        number(&P::speed, "speed", Unit::MetrePerSecond, 1e-3, 1000,
               "Speed of the jet as seen from its nozzle; it is as dense as its material."),
        number(&P::jitter, "jitter", Unit::None, 0, 0.3,
               "How far particles are moved at random within the jet, in spacings."),
        number(&P::start, "start", Unit::Second, 0, 1e6, "When the jet sets in."),
        zeroMeans("to the end", number(&P::duration, "duration", Unit::Second, 0, 1e6,
                                       "How long it lasts; 0 stands for to the end.")),
    };
}

/// An emitter that works while the simulation runs.
struct InflowEmitter {
    std::string name; // of the node
    std::variant<SnowfallParameters, NozzleParameters> kind;
    std::shared_ptr<const TriangleMesh> surface; // of a snowfall, in place of its rectangle; or null
    Material material;
    RigidMotion motion = {}; // where it is, from where its parameters or its surface have it

    /// Where it is without its motion.
    Bounds bounds() const;
    /// Holds all of it at `time`, seconds.
    Bounds boundsAt(double time) const { return motion.boundsAt(time, bounds()); }
    /// Throws Error(Scene) for a nozzle without a direction or a surface without an area.
    void check() const;
};

} // namespace sastrugi
