#include "engine/math/Kernel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

CubicSpline::CubicSpline(double supportRadius)
    : m_supportRadius(supportRadius), m_valueScale(8 / (std::numbers::pi * std::pow(supportRadius, 3))),
      m_derivativeScale(48 / (std::numbers::pi * std::pow(supportRadius, 4)))
{
}

double CubicSpline::value(double r) const
{
    const double q = r / m_supportRadius, u = std::max(0.0, 1 - q), w = std::max(0.0, 0.5 - q);
    return m_valueScale * (2 * u * u * u - 8 * w * w * w);
}

double CubicSpline::derivative(double r) const
{
    const double q = r / m_supportRadius, u = std::max(0.0, 1 - q), w = std::max(0.0, 0.5 - q);
    return m_derivativeScale * (4 * w * w - u * u);
}

} // namespace sastrugi
