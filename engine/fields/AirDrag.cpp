#include "engine/fields/AirDrag.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

double radiusOfFlake(double spacing) { return std::cbrt(3 / (4 * std::numbers::pi)) * spacing; }

double reynoldsNumber(double radius, double speed)
{
    return 2 * std::max(airDensity * speed * radius / airViscosity, 0.1);
}

double sphereDragCoefficient(double reynolds)
{
    if (reynolds > 1000)
        return 0.424;
    const double root = std::cbrt(reynolds);
    return 24 / reynolds * (1 + root * root / 6);
}

double dragRate(double radius, double mass, double speed)
{
    const double area = std::numbers::pi * radius * radius;
    return 0.5 * airDensity * sphereDragCoefficient(reynoldsNumber(radius, speed)) * area * speed / mass;
}

double terminalSpeed(double spacing, double density, double gravity, double scale)
{
    if (!(gravity > 0) || !(scale > 0))
        return 0;
    const double radius = radiusOfFlake(spacing), mass = density * spacing * spacing * spacing;
    const auto braking = [&](double speed) { return scale * dragRate(radius, mass, speed) * speed; };
    double low = 0, high = 1;
    while (braking(high) < gravity)
        high *= 2;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (braking(middle) < gravity ? low : high) = middle;
    }
    return high;
}

} // namespace sastrugi
