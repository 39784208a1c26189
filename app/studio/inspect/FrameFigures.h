// Numbers that sum up a frame: what is plotted over time.
#pragma once

#include "engine/simulation/Frame.h"

#include <map>
#include <string>

namespace sastrugi::studio
{

/// What the run reported of the frame (iterations, steps, times), and: particles, mass (kg), kinetic energy (J), the
/// least and largest density (kg/m^3), the largest speed (m/s), the height of the centre of mass (m).
std::map<std::string, double> figuresOf(const Frame& frame);

} // namespace sastrugi::studio
