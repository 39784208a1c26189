#include "app/studio/looks/linearColour.h"

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

QColor toQColor(const Colour& linear)
{
    const auto encoded = [](double value) {
        value = std::clamp(value, 0.0, 1.0);
        return static_cast<float>(value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055);
    };
    return QColor::fromRgbF(encoded(linear.red), encoded(linear.green), encoded(linear.blue));
}

Colour toColour(const QColor& shown)
{
    const auto decoded = [](double value) {
        const double linear = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        return 1e-6 * std::round(1e6 * linear); // what a file shows should be short
    };
    return {decoded(static_cast<double>(shown.redF())), decoded(static_cast<double>(shown.greenF())),
            decoded(static_cast<double>(shown.blueF()))};
}

} // namespace sastrugi::studio
