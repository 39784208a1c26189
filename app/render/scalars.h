// Numbers of particles, for colours: one per particle.
#pragma once

#include "engine/simulation/Frame.h"

#include <string>
#include <utility>
#include <vector>

namespace sastrugi
{

/// Of a vector its length. Throws Error(Usage) that names the known attributes when it is none of them.
std::vector<float> scalarsOf(const Frame& frame, const std::string& attribute);

/// The range that leaves out a hundredth at each end, so that a few strays do not flatten the colours; never empty.
std::pair<double, double> usualRange(std::vector<float> values);

} // namespace sastrugi
