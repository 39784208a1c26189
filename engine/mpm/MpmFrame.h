// What the material point method shows of its state: frames and reports.
#pragma once

#include "engine/mpm/ImplicitSolve.h"
#include "engine/mpm/MpmState.h"

#include <optional>

namespace sastrugi
{

/// Before compression.
constexpr double mpmFrameBytesPerParticle = 53;

/// Besides what every solver gives: density (kg/m^3), pressure (Pa), volumeRatio (det F_E), plasticRatio (det F_P), and
/// the factors stiffness and strength where a material varies. Positions are relative to `origin`.
Frame mpmFrame(const MpmState& state, const MpmParameters& parameters, const Vector3& origin);

/// Counts, iterations and extremes; energies and momentum as the step found them; and a problem for a solve that did
/// not converge or snow that inverted.
void reportStep(const MpmState& state, const SolveResult& solve, const MpmExtremes& extremes, StepReport& report);

/// The id of the first particle that is not finite, or else of the fastest.
std::optional<std::uint32_t> fastestParticle(const MpmState& state);

} // namespace sastrugi
