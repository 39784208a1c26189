// A pair of grains, and the first pass of a step: for tests of what they do to each other.
#pragma once

#include "engine/fields/UniformWind.h"
#include "tests/physics/dem/DemRun.h"

namespace sastrugi::test
{

/// Two grains along x, without gravity.
inline DemRun twoGrains(const GranularSnow& snow)
{
    DemRun run;
    run.material = snow;
    run.scene.settings.gravity.setZero();
    run.addLattice(2, 1, 1, Vector3::Zero());
    return run;
}

/// What pass 0 gathers.
inline void warmStart(DemRun& run, double timeStep = 1e-3)
{
    run.start();
    DemStep step(run.scene, run.parameters, run.state(), timeStep);
    step.findNeighbours();
    step.findWalls();
    step.warmStart();
}

inline GranularSnow wetSnow()
{
    GranularSnow snow;
    snow.wetness = 1;
    return snow;
}

inline GranularSnow iceSnow()
{
    GranularSnow snow;
    snow.density = 900;
    return snow;
}

inline GranularSnow snowOf(int kind) { return kind == 0 ? GranularSnow() : kind == 1 ? wetSnow() : iceSnow(); }

inline Field stillAir()
{
    UniformWindParameters wind;
    wind.velocity = {0, 0, 0};
    return makeUniformWind(wind);
}

/// A distance with few bits, so that it and its square are exact in single precision.
inline double exactly(double distance) { return std::round(distance * 65536) / 65536; }

} // namespace sastrugi::test
