#include "app/render/screenColour.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

double encoded(double value)
{
    value = std::clamp(value, 0.0, 1.0);
    return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
}

double decoded(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

} // namespace

Colour toScreenColour(const Colour& linear)
{
    return {encoded(linear.red), encoded(linear.green), encoded(linear.blue)};
}

Colour toLinearColour(const Colour& screen)
{
    return {decoded(screen.red), decoded(screen.green), decoded(screen.blue)};
}

std::array<std::uint8_t, 3> toBytes(const Colour& screen)
{
    const auto byte = [](double value) {
        return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    };
    return {byte(screen.red), byte(screen.green), byte(screen.blue)};
}

} // namespace sastrugi
