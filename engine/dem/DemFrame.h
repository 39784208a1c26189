// What the discrete element method shows of its state: frames and reports.
#pragma once

#include "engine/dem/DemStages.h"

namespace sastrugi
{

/// Before compression.
constexpr double demFrameBytesPerParticle = 50;

/// Besides what every solver gives: durability (1 snow, 0 ice), density (of the mixture, kg/m^3: darker where it is
/// shown is more compressed), bonded (1 or 0); where grains have a temperature, that, K, and wetness (0 to 1); where
/// they may sleep, asleep (1 or 0). Positions are relative to `origin`.
Frame demFrame(const DemState& state, const DemParameters& parameters, const Vector3& origin, bool hasHeat);

/// Passes, overlaps, energies; a problem for grains that overlap too much after all passes, and for values that are not
/// finite. Before anybody falls asleep or wakes after the step.
void reportStep(const DemState& state, const DemParameters& parameters, const DemFindings& found, StepReport& report);

} // namespace sastrugi
