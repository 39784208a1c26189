#include "app/render/colourMap.h"

#include <vtkLookupTable.h>

#include <algorithm>
#include <array>

namespace sastrugi
{

void fillColours(vtkLookupTable& table)
{
    constexpr int count = 256;
    constexpr std::array<std::array<double, 3>, 6> stops = {{{0.10, 0.16, 0.42},
                                                             {0.13, 0.38, 0.66},
                                                             {0.28, 0.60, 0.78},
                                                             {0.56, 0.78, 0.86},
                                                             {0.86, 0.91, 0.92},
                                                             {1.00, 0.97, 0.88}}};
    table.SetNumberOfTableValues(count);
    for (int i = 0; i < count; ++i) {
        const double place = static_cast<double>(i) / (count - 1) * (stops.size() - 1);
        const std::size_t k = std::min(static_cast<std::size_t>(place), stops.size() - 2);
        const double t = place - static_cast<double>(k);
        std::array<double, 3> colour{};
        for (std::size_t c = 0; c < 3; ++c)
            colour[c] = (1 - t) * stops[k][c] + t * stops[k + 1][c];
        table.SetTableValue(i, colour[0], colour[1], colour[2]);
    }
}

} // namespace sastrugi
