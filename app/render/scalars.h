// Numbers of particles or of points of a surface, for colours: one for each.
#pragma once

#include "engine/particles/Attributes.h"

#include <string>
#include <utility>
#include <vector>

namespace sastrugi
{

/// Of a vector its length. Throws Error(Usage) that names the known attributes when it is none of them.
std::vector<float> scalarsOf(const Attributes& of, const std::string& attribute);

/// The range that leaves out a hundredth at each end, so that a few strays do not flatten the colours; never empty.
std::pair<double, double> usualRange(std::vector<float> values);

} // namespace sastrugi
