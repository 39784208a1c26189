#include "app/studio/looks/linearColour.h"

#include "app/render/screenColour.h"

#include <cmath>

namespace sastrugi::studio
{

QColor toQColor(const Colour& linear)
{
    const Colour shown = sastrugi::toScreenColour(linear);
    return QColor::fromRgbF(static_cast<float>(shown.red), static_cast<float>(shown.green),
                            static_cast<float>(shown.blue));
}

Colour toColour(const QColor& shown)
{
    const Colour linear = toLinearColour(toScreenColour(shown));
    const auto shortened = [](double value) { return 1e-6 * std::round(1e6 * value); }; // for files
    return {shortened(linear.red), shortened(linear.green), shortened(linear.blue)};
}

} // namespace sastrugi::studio
