// What the SPH method shows of its state: frames and reports.
#pragma once

#include "engine/sph/PressureSolver.h"
#include "engine/sph/ShearSolver.h"
#include "engine/sph/SphState.h"

#include <optional>

namespace sastrugi
{

/// Before compression.
constexpr double sphFrameBytesPerParticle = 49;

/// Besides what every solver gives: density (kg/m^3), pressure (Pa), volumeRatio (det F_E).
Frame sphFrame(const Scene& scene, const SphState& state, const SphParameters& parameters);

/// Iterations, residuals and counts, and a problem for each solve that did not converge.
void reportSolves(const PressureResult& pressure, const ShearResult& shear, const SphState& state, StepReport& report);

/// The id of the first particle that is not finite, or else of the fastest.
std::optional<std::uint32_t> fastestParticle(const SphState& state);

} // namespace sastrugi
