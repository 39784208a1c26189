// What the figures of a frame mean, in words: for whoever reads them.
#pragma once

#include <string_view>

namespace sastrugi
{

/// "momentum of all snow along x, kg m/s", with the unit where there is one; empty for a figure that is not known.
/// Figures are means over the steps since the frame before, but for those that say otherwise.
std::string_view figureMeaning(std::string_view name);

} // namespace sastrugi
