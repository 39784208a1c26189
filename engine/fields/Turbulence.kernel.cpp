#include "engine/fields/TurbulenceKernel.h"
#include "engine/math/WideMatrix.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

typedef std::uint32_t RawWord8 __attribute__((vector_size(32)));

/// Every bit of the result depends on every bit of `word`.
SASTRUGI_INLINE RawWord8 mixed(RawWord8 word)
{
    word = (word ^ (word >> 16)) * 0x7feb352du;
    word = (word ^ (word >> 15)) * 0x846ca68bu;
    return word ^ (word >> 16);
}

/// A component of a random gradient, uniform in (-1, 1): ten of the bits from `shift` on.
SASTRUGI_INLINE Float8 component(RawWord8 word, int shift)
{
    const RawInt8 bits = reinterpret_cast<RawInt8>((word >> shift) & 1023u);
    return fma(Float8(__builtin_convertvector(bits, RawFloat8)), Float8(1.0f / 512), Float8(-1023.0f / 1024));
}

/// Weight of the far and the near side of a cell along an axis, and its slope: 6 t^5 - 15 t^4 + 10 t^3.
struct Fade {
    Float8 value[2], slope;

    SASTRUGI_INLINE explicit Fade(Float8 t)
    {
        value[1] = t * t * t * fma(t, fma(t, Float8(6), Float8(-15)), Float8(10));
        value[0] = Float8(1) - value[1];
        slope = Float8(30) * t * t * (Float8(1) - t) * (Float8(1) - t);
    }
};

/// Where in the lattice eight points are.
struct Place {
    Vector8 inside; // of the cell, in [0, 1)
    RawWord8 cell[3];
};

SASTRUGI_INLINE void locate(Float8 x, float inverseScale, float offset, std::uint32_t first, Float8& inside,
                            RawWord8& cell)
{
    const Float8 p = fma(x, Float8(inverseScale), Float8(offset));
    const Float8 nearest = round(p);
    const Float8 below = nearest - select(nearest > p, Float8(1), Float8(0));
    inside = p - below;
    cell = reinterpret_cast<RawWord8>(toInt(below)) + first;
}

/// The curl of three noises, in cells: u = rot (n0, n1, n2).
SASTRUGI_INLINE Vector8 curl(const Place& place, const Fade fade[3], std::uint32_t pattern)
{
    const Vector8 zero = {Float8(0), Float8(0), Float8(0)};
    Vector8 slope[3] = {zero, zero, zero}; // of the noises
    for (unsigned corner = 0; corner < 8; ++corner) {
        const unsigned cx = corner & 1, cy = corner >> 1 & 1, cz = corner >> 2;
        const RawWord8 word = (place.cell[0] + cx) * 0x8da6b343u + (place.cell[1] + cy) * 0xd8163841u +
                              (place.cell[2] + cz) * 0xcb1ab31fu + pattern;
        const Vector8 d = {place.inside.x - Float8(static_cast<float>(cx)),
                           place.inside.y - Float8(static_cast<float>(cy)),
                           place.inside.z - Float8(static_cast<float>(cz))};
        const Float8 wx = fade[0].value[cx], wy = fade[1].value[cy], wz = fade[2].value[cz];
        const Float8 weight = wx * wy * wz;
        const Vector8 weightSlope = {(cx ? fade[0].slope : -fade[0].slope) * wy * wz,
                                     (cy ? fade[1].slope : -fade[1].slope) * wx * wz,
                                     (cz ? fade[2].slope : -fade[2].slope) * wx * wy};
        for (unsigned k = 0; k < 3; ++k) {
            const RawWord8 bits = mixed(word + 0x9e3779b9u * k);
            const Vector8 gradient = {component(bits, 0), component(bits, 11), component(bits, 22)};
            slope[k] = fma(dot(gradient, d), weightSlope, fma(weight, gradient, slope[k]));
        }
    }
    return {slope[2].y - slope[1].z, slope[0].z - slope[2].x, slope[1].x - slope[0].y};
}

SASTRUGI_INLINE Vector8 velocityOf(const TurbulenceOctave& octave, const Vector8& x)
{
    Place place;
    locate(x.x, octave.inverseScale, octave.offset[0], octave.cell[0], place.inside.x, place.cell[0]);
    locate(x.y, octave.inverseScale, octave.offset[1], octave.cell[1], place.inside.y, place.cell[1]);
    locate(x.z, octave.inverseScale, octave.offset[2], octave.cell[2], place.inside.z, place.cell[2]);
    const Fade fade[3] = {Fade(place.inside.x), Fade(place.inside.y), Fade(place.inside.z)};
    Vector8 velocity = {Float8(0), Float8(0), Float8(0)};
    for (int k = 0; k < 2; ++k)
        if (octave.amplitude[k] > 0)
            velocity = fma(Float8(octave.amplitude[k]), curl(place, fade, octave.pattern[k]), velocity);
    return velocity;
}

} // namespace

void turbulence(const TurbulenceNow& now, const Float4* positions, std::size_t count, Float4* velocities)
{
    for (std::size_t i = 0; i < count; i += lanes) {
        // Eight at a time, the last group filled up, so that every point meets the same arithmetic; by way of a buffer
        // that is aligned as wide stores want it.
        const std::size_t size = count - i < lanes ? count - i : lanes;
        alignas(64) Float4 group[lanes];
        for (std::size_t l = 0; l < lanes; ++l)
            group[l] = l < size ? positions[i + l] : Float4{};
        Vector8 x, velocity = {Float8(0), Float8(0), Float8(0)};
        Float8 unused;
        loadRows(group, x.x, x.y, x.z, unused);
        for (std::size_t k = 0; k < now.octaves; ++k)
            velocity = velocity + velocityOf(now.octave[k], x);
        storeRows(group, velocity.x, velocity.y, velocity.z, Float8(0));
        for (std::size_t l = 0; l < size; ++l)
            velocities[i + l] = group[l];
    }
}

} // namespace sastrugi::SASTRUGI_ISA
