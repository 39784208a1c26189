// The rate of wall friction as a matrix, for kernels: K = kappa I - kappa_t n
// n^T, where kappa_t is the part of walls whose friction leaves the normal n
// alone. (24), (25) of Gissler et al. 2020 are (I + dt K) v_new = v + dt drive.
#pragma once

#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

/// Away from the walls: -B / |B|.
SASTRUGI_INLINE Vector8 wallNormal(const Vector8& wallSum)
{
    const Float8 size = sqrt(dot(wallSum, wallSum));
    return (Float8(-1) / maximum(size, Float8(1e-20f))) * wallSum;
}

class FrictionMatrix
{
public:
    /// `tangentialRate` may be null: then no wall leaves the normal alone.
    SASTRUGI_INLINE FrictionMatrix(const float* rate, const float* tangentialRate, const VectorPointers& wallSum,
                                   std::size_t i)
        : m_rate(load(rate + i)), m_isPlain(!tangentialRate)
    {
        if (m_isPlain)
            return;
        m_tangential = load(tangentialRate + i);
        m_normal = wallNormal(load(wallSum, i));
    }

    /// K v
    SASTRUGI_INLINE Vector8 operator*(const Vector8& v) const
    {
        const Vector8 whole = m_rate * v;
        return m_isPlain ? whole : whole - (m_tangential * dot(m_normal, v)) * m_normal;
    }

    /// (I + dt K)^-1 v
    SASTRUGI_INLINE Vector8 solve(Float8 dt, const Vector8& v) const
    {
        const Float8 one(1), along = one / fma(dt, m_rate, one);
        const Vector8 whole = along * v;
        if (m_isPlain)
            return whole;
        const Float8 across = one / fma(dt, m_rate - m_tangential, one);
        return whole + ((across - along) * dot(m_normal, v)) * m_normal;
    }

private:
    Float8 m_rate, m_tangential = Float8(0);
    Vector8 m_normal = {Float8(0), Float8(0), Float8(0)};
    bool m_isPlain;
};

} // namespace sastrugi::SASTRUGI_ISA
