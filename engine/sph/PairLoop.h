// What the kernels of the SPH method share: groups of eight particles, their pairs, and the cubic spline.
#pragma once

#include "engine/math/WideMatrix.h"
#include "engine/sph/SphKernels.h"

namespace sastrugi::SASTRUGI_ISA
{

constexpr float pi = 3.14159265f;

SASTRUGI_INLINE Vector8 load(const VectorPointers& from, std::size_t i)
{
    return {load(from.x + i), load(from.y + i), load(from.z + i)};
}
SASTRUGI_INLINE void store(const VectorPointers& to, std::size_t i, const Vector8& v)
{
    store(to.x + i, v.x);
    store(to.y + i, v.y);
    store(to.z + i, v.z);
}
SASTRUGI_INLINE Symmetric8 load(const SymmetricPointers& from, std::size_t i)
{
    return {load(from.xx + i), load(from.xy + i), load(from.xz + i),
            load(from.yy + i), load(from.yz + i), load(from.zz + i)};
}
SASTRUGI_INLINE void store(const SymmetricPointers& to, std::size_t i, const Symmetric8& a)
{
    store(to.xx + i, a.xx);
    store(to.xy + i, a.xy);
    store(to.xz + i, a.xz);
    store(to.yy + i, a.yy);
    store(to.yz + i, a.yz);
    store(to.zz + i, a.zz);
}

/// Eight quadruples: a vector and a number each.
struct Packed8 {
    Vector8 vector;
    Float8 w;
};

SASTRUGI_INLINE Packed8 loadPacked(const Float4* data)
{
    Packed8 p;
    loadRows(data, p.vector.x, p.vector.y, p.vector.z, p.w);
    return p;
}
SASTRUGI_INLINE Packed8 gatherPacked(const Float4* data, const std::uint32_t* indices)
{
    Packed8 p;
    gather(data, indices, p.vector.x, p.vector.y, p.vector.z, p.w);
    return p;
}
SASTRUGI_INLINE void storePacked(Float4* data, const Vector8& vector, Float8 w)
{
    storeRows(data, vector.x, vector.y, vector.z, w);
}

/// Differences of positions, to the nearest image in a periodic domain.
template <bool periodic>
class Displacement
{
public:
    SASTRUGI_INLINE explicit Displacement(const Period& period)
        : m_sizeX(period.sizeX), m_sizeY(period.sizeY), m_inverseX(period.sizeX > 0 ? 1 / period.sizeX : 0.0f),
          m_inverseY(period.sizeY > 0 ? 1 / period.sizeY : 0.0f)
    {
    }
    SASTRUGI_INLINE Vector8 operator()(const Vector8& a, const Vector8& b) const
    {
        Vector8 d = a - b;
        if constexpr (periodic) {
            d.x = fnma(m_sizeX, round(d.x * m_inverseX), d.x);
            d.y = fnma(m_sizeY, round(d.y * m_inverseY), d.y);
        }
        return d;
    }

private:
    Float8 m_sizeX, m_sizeY, m_inverseX, m_inverseY;
};

/// The cubic spline, branch-free: u = max(0, 1 - q), w = max(0, 1/2 - q), W ~ 2 u^3 - 8 w^3, W' ~ 4 w^2 - u^2.
class WideSpline
{
public:
    SASTRUGI_INLINE explicit WideSpline(const SphConstants& constants)
        : m_inverseSupport(1 / constants.supportRadius),
          m_valueScale(8 / (pi * constants.supportRadius * constants.supportRadius * constants.supportRadius)),
          m_gradientScale(48 / (pi * constants.supportRadius * constants.supportRadius * constants.supportRadius *
                                constants.supportRadius)),
          m_smallest(1e-6f * constants.spacing)
    {
    }
    /// W, and g = W'(r) / r, which is 0 for coincident particles.
    SASTRUGI_INLINE void evaluate(Float8 squaredDistance, Float8& value, Float8& gradient) const
    {
        const Float8 r = sqrt(squaredDistance), q = r * m_inverseSupport;
        const Float8 u = maximum(Float8(0), Float8(1) - q), w = maximum(Float8(0), Float8(0.5f) - q);
        const Float8 uu = u * u, ww = w * w;
        value = m_valueScale * fma(Float8(2) * uu, u, Float8(-8) * (ww * w));
        const Float8 slope = m_gradientScale * fma(Float8(4), ww, -uu);
        gradient = select(r < m_smallest, Float8(0), slope / maximum(r, m_smallest));
    }
    /// W(0)
    SASTRUGI_INLINE Float8 centre() const { return m_valueScale; }

private:
    Float8 m_inverseSupport, m_valueScale, m_gradientScale, m_smallest;
};

/// Asks for what the group after next reads or writes in some arrays. A particle has more arrays than the hardware
/// follows by itself, and the pairs of a group are too many instructions for it to look beyond them.
constexpr std::size_t prefetchDistance = 3 * lanes;
SASTRUGI_INLINE void prefetch(const float* array, std::size_t i) { __builtin_prefetch(array + i + prefetchDistance); }
SASTRUGI_INLINE void prefetch(const Float4* array, std::size_t i)
{
    __builtin_prefetch(array + i + prefetchDistance);
    __builtin_prefetch(array + i + prefetchDistance + lanes / 2);
}
SASTRUGI_INLINE void prefetch(const VectorPointers& array, std::size_t i)
{
    prefetch(array.x, i);
    prefetch(array.y, i);
    prefetch(array.z, i);
}
SASTRUGI_INLINE void prefetch(const SymmetricPointers& array, std::size_t i)
{
    for (const float* component : {array.xx, array.xy, array.xz, array.yy, array.yz, array.zz})
        prefetch(component, i);
}
template <class... Arrays>
SASTRUGI_INLINE void prefetchAhead(std::size_t i, const Arrays&... arrays)
{
    (prefetch(arrays, i), ...);
}

/// Eight pairs, one of each particle of a group.
struct PairRow {
    const std::uint32_t* indices;
    Float8 gradient; // g_ij
};

/// The lists are two streams through memory. The hardware stops to look ahead at each page, which is every few groups:
/// here that is done for it.
SASTRUGI_INLINE PairRow pairRow(const PairBlock& pairs, std::uint32_t row)
{
    constexpr std::size_t ahead = 64 * lanes;
    const std::uint32_t* indices = pairs.indices + row * lanes;
    const float* gradient = pairs.gradient + row * lanes;
    __builtin_prefetch(indices + ahead);
    __builtin_prefetch(gradient + ahead);
    return {indices, load(gradient)};
}

/// Calls body(i, first, end) for each group of eight particles from i on with rows [first, end) of the lists.
template <class Body>
SASTRUGI_INLINE void forEachGroup(std::size_t begin, std::size_t end, const PairBlock& pairs, Body&& body)
{
    std::size_t group = 0;
    for (std::size_t i = begin; i < end; i += lanes, ++group)
        body(i, pairs.groupStart[group], pairs.groupStart[group + 1]);
}

struct OpenDomain {
    static constexpr bool periodic = false;
};
struct PeriodicDomain {
    static constexpr bool periodic = true;
};

/// Calls run(OpenDomain) or run(PeriodicDomain).
template <class Run>
SASTRUGI_INLINE void withPeriod(const SphConstants& constants, Run&& run)
{
    if (constants.period.isOpen())
        run(OpenDomain{});
    else
        run(PeriodicDomain{});
}

/// Lanes that belong to particles, not to the dummies behind the last.
SASTRUGI_INLINE Mask8 lanesBelow(std::size_t i, std::size_t end)
{
    const RawInt8 numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto left = static_cast<std::int32_t>(end - i < lanes ? end - i : lanes);
    return {numbers < left};
}
SASTRUGI_INLINE Float8 where(Mask8 mask, Float8 value) { return select(mask, value, Float8(0)); }
SASTRUGI_INLINE Vector8 where(Mask8 mask, const Vector8& v)
{
    return {where(mask, v.x), where(mask, v.y), where(mask, v.z)};
}

// One table of kernels is put together from these in SphKernels.kernel.cpp.
void walls(const SphBlock&, const WallArrays&);
void kernelSums(const Float4*, const SphConstants&, const PairBlock&, std::size_t, std::size_t, float*);
void density(const SphBlock&);
void drag(const SphBlock&, const WallArrays&);
void explicitFriction(const SphBlock&);
void hardening(const SphBlock&);
void correction(const SphBlock&);
void weightPressure(const SphBlock&);
void pressureAcceleration(const SphBlock&);
PressureSums pressureUpdate(const SphBlock&, float);
void pressureVelocity(const SphBlock&);
void shearStress(const SphBlock&, ShearInput);
Dots shearSource(const SphBlock&);
Dots shearResidual(const SphBlock&);
Dots shearImage(const SphBlock&);
Dots shearSecond(const SphBlock&);
void publishShear(const SphBlock&);
void krylovDirection(const SphBlock&, const KrylovScalars&);
Dots krylovHalf(const SphBlock&, const KrylovScalars&);
void krylovFinishHalf(const SphBlock&, const KrylovScalars&);
Dots krylovFull(const SphBlock&, const KrylovScalars&);
MotionExtremes velocity(const SphBlock&);
void publishVelocity(const SphBlock&);
MotionExtremes deformation(const SphBlock&);
Dots conjugateDirection(const SphBlock&, float);
Dots conjugateAdvance(const SphBlock&, float);
void publishHeat(const SphBlock&);
void conduct(const SphBlock&, const WallArrays&, float);

} // namespace sastrugi::SASTRUGI_ISA
