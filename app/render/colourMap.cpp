#include "app/render/colourMap.h"

#include <vtkLookupTable.h>

#include <algorithm>
#include <array>

namespace sastrugi
{

void fillColours(vtkLookupTable& table)
{
    constexpr int count = 256;
    constexpr std::array<std::array<double, 3>, 6> stops = {{{0.20, 0.34, 0.58},
                                                             {0.36, 0.55, 0.76},
                                                             {0.56, 0.72, 0.86},
                                                             {0.74, 0.84, 0.92},
                                                             {0.90, 0.94, 0.96},
                                                             {1.00, 0.99, 0.96}}};
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
