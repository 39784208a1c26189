// The cubic spline kernel in three dimensions, in double: for tables, set-up and tests. The hot loops have their own
// branch-free form of the same function in engine/sph/PairLoop.h.
//
// Monaghan 1992, doi 10.1146/annurev.aa.30.090192.002551, with the support radius as its scale.
#pragma once

namespace sastrugi
{

class CubicSpline
{
public:
    /// The kernel is zero from `supportRadius` on; metres.
    explicit CubicSpline(double supportRadius);

    double supportRadius() const { return m_supportRadius; }
    /// 1/m^3, for r >= 0.
    double value(double r) const;
    /// dW/dr, 1/m^4; at most 0.
    double derivative(double r) const;

private:
    double m_supportRadius, m_valueScale, m_derivativeScale;
};

} // namespace sastrugi
