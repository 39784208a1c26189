// A finished frame: what is shown, cached and exported. Immutable once it leaves the solver.
#pragma once

#include "engine/core/Vector.h"
#include "engine/particles/Attributes.h"

#include <cstdint>
#include <map>
#include <string>

namespace sastrugi
{

/// Particles are in the order of their ids. Attributes that every solver gives: id (uint32), position, velocity
/// (3 x float32, metres and m/s), radius (float32, m), mass (float32, kg), material (uint8, index in the scene's
/// emitters' materials); more by solver. Positions are relative to `origin`.
struct Frame {
    std::int64_t number = 0;
    double time = 0; // seconds since the first frame, exactly (number - first) / framesPerSecond
    Vector3 origin = Vector3::Zero();
    Attributes particles;
    std::map<std::string, double>
        figures; // steps, iterations, kineticEnergy, ...: of the interval since the last frame

    /// Of number, time, origin, every attribute, in order of particle id, and where rigid bodies are: equal for equal
    /// physics. Other figures are left out; they hold times of day.
    Hash contentHash() const;
};

/// Throws Error(Diverged) that names attribute and particle id when a value of `frame` is not finite.
void checkFinite(const Frame& frame);

} // namespace sastrugi
