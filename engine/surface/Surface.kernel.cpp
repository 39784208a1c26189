#include "engine/core/WideLanes.h"
#include "engine/core/WidePacking.h"
#include "engine/math/WideMatrix.h"
#include "engine/surface/SurfaceKernels.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

constexpr float kernelNorm = 1.5666814710608447f; // 315 / (64 pi): (1 - q^2)^3 integrates to one with it
/// The variance along an axis of a ball's inside, weighted with 1 - (r/R)^3, over R^2.
constexpr float fullVariance = 0.15f;
constexpr float loneScale = 0.5f;    // support of a particle without neighbours, over the usual one
constexpr float loneWeight = 1.5f;   // and its weight: cells of half a particle cut much off such a grain
constexpr float longestScale = 1.5f; // of any axis: what a splat reaches is bounded

SASTRUGI_INLINE float smallest(float a, float b) { return a < b ? a : b; }
SASTRUGI_INLINE float greatest(float a, float b) { return a > b ? a : b; }

/// Sums of weights 1 - (r/R)^3 over the candidates, with the distances to the first and second power; one lane per
/// point. The second powers only where they are wanted.
struct Moments {
    alignas(32) float one[8] = {}, x[8] = {}, y[8] = {}, z[8] = {};
    alignas(32) float xx[8] = {}, xy[8] = {}, xz[8] = {}, yy[8] = {}, yz[8] = {}, zz[8] = {};

    SASTRUGI_INLINE void sum(std::size_t lane, const Candidates& candidates, const Float4& point, float radius,
                             bool hasSecond)
    {
        const Float8 px(point.x), py(point.y), pz(point.z), perCube(1 / (radius * radius * radius));
        Float8 s(0.0f), sx(0.0f), sy(0.0f), sz(0.0f);
        Symmetric8 second = {s, s, s, s, s, s};
        for (std::size_t j = 0; j < candidates.count; j += lanes) {
            const Vector8 d = {load(candidates.x + j) - px, load(candidates.y + j) - py, load(candidates.z + j) - pz};
            const Float8 square = dot(d, d);
            const Float8 w = maximum(fnma(square * perCube, sqrt(square), Float8(1)), Float8(0));
            s += w;
            if (!hasSecond)
                continue;
            sx = fma(w, d.x, sx);
            sy = fma(w, d.y, sy);
            sz = fma(w, d.z, sz);
            addOuter(second, w, d);
        }
        one[lane] = total(s);
        if (!hasSecond)
            return;
        x[lane] = total(sx), y[lane] = total(sy), z[lane] = total(sz);
        xx[lane] = total(second.xx), xy[lane] = total(second.xy), xz[lane] = total(second.xz);
        yy[lane] = total(second.yy), yz[lane] = total(second.yz), zz[lane] = total(second.zz);
    }

    SASTRUGI_INLINE Vector8 mean() const
    {
        const Float8 per = Float8(1) / load(one);
        return {load(x) * per, load(y) * per, load(z) * per};
    }
    SASTRUGI_INLINE Symmetric8 covariance() const
    {
        const Float8 per = Float8(1) / load(one);
        Symmetric8 c = {load(xx) * per, load(xy) * per, load(xz) * per, load(yy) * per, load(yz) * per, load(zz) * per};
        addOuter(c, Float8(-1), mean());
        return c;
    }
};

/// Zero for a point alone, one for a point among many.
SASTRUGI_INLINE Float8 company(Float8 weights, bool isAnisotropic)
{
    // Sums of weights: a chain of particles has 2.8 and a sheet 7 in the small radius of isotropic kernels; in the
    // large one of anisotropic kernels 12.5 are the 25 neighbours of the paper.
    const Float8 t = clamp((weights - Float8(1)) * Float8(isAnisotropic ? 1 / 11.5f : 1 / 5.0f), Float8(0), Float8(1));
    return t * t * (Float8(3) - (t + t));
}

/// The lengths of the axes over the support radius.
SASTRUGI_INLINE Eigen8 axesOf(const Moments& moments, Float8 search, Float8 many, const ShapeSettings& settings)
{
    Eigen8 axes;
    const Float8 one(1), zero(0);
    if (settings.isAnisotropic) {
        Symmetric8 c = moments.covariance();
        const Float8 per = one / (Float8(fullVariance) * search * search);
        axes = eigenvectors({c.xx * per, c.xy * per, c.xz * per, c.yy * per, c.yz * per, c.zz * per}, 5);
        const Float8 longest =
            minimum(maximum(maximum(axes.value[0], axes.value[1]), axes.value[2]), Float8(longestScale));
        const Float8 least = maximum(longest * Float8(1 / settings.stretch), Float8(1e-3f));
        for (Float8& value : axes.value)
            value = clamp(value, least, Float8(longestScale));
    } else
        axes = {{one, one, one}, {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (Float8& value : axes.value)
        value = fma(many, value - Float8(loneScale), Float8(loneScale));
    return axes;
}

void shapeEight(const Moments& moments, const Float4* points, std::size_t count, const ShapeSettings& settings,
                Splat* splats, Float4* shifts)
{
    alignas(32) float radii[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (std::size_t l = 0; l < count; ++l)
        radii[l] = points[l].w;
    const Float8 radius = load(radii), support = radius * Float8(settings.supportPerRadius);
    const Float8 many = company(load(moments.one), settings.isAnisotropic);
    const Eigen8 axes = axesOf(moments, support * Float8(settings.searchPerSupport), many, settings);
    Float8 inverse[3], square[3], product = Float8(1);
    for (int k = 0; k < 3; ++k) {
        const Float8 length = support * axes.value[k];
        square[k] = length * length;
        inverse[k] = Float8(1) / square[k];
        product = product * length;
    }
    const Symmetric8 a = axes.compose(inverse), boxes = axes.compose(square);
    const Float8 weight = fma(Float8(1) - many, Float8(loneWeight - 1), Float8(1)) * Float8(8 * kernelNorm) * radius *
                          radius * radius / product;
    const Float8 share = many * Float8(settings.isAnisotropic ? settings.centreSmoothing : 0);
    const Vector8 shift = share * moments.mean();
    const Float8 room(1.00001f); // for rounding
    alignas(32) float out[13][8];
    const Float8 values[13] = {weight,
                               a.xx,
                               a.xy,
                               a.xz,
                               a.yy,
                               a.yz,
                               a.zz,
                               room * sqrt(boxes.xx),
                               room * sqrt(boxes.yy),
                               room * sqrt(boxes.zz),
                               shift.x,
                               shift.y,
                               shift.z};
    for (int k = 0; k < 13; ++k)
        store(out[k], values[k]);
    for (std::size_t l = 0; l < count; ++l) {
        splats[l] = {points[l].x,
                     points[l].y,
                     points[l].z,
                     out[0][l],
                     out[1][l],
                     out[2][l],
                     out[3][l],
                     out[4][l],
                     out[5][l],
                     out[6][l],
                     {out[7][l], out[8][l], out[9][l]}};
        shifts[l] = {out[10][l], out[11][l], out[12][l], out[0][l]};
    }
}

void shape(const Candidates& candidates, const Float4* points, std::size_t begin, std::size_t end,
           const ShapeSettings& settings, Splat* splats, Float4* shifts)
{
    for (std::size_t first = begin; first < end; first += lanes) {
        const std::size_t count = end - first < lanes ? end - first : lanes;
        Moments moments;
        for (std::size_t l = 0; l < lanes; ++l)
            moments.one[l] = 1;
        for (std::size_t l = 0; l < count; ++l)
            moments.sum(l, candidates, points[first + l],
                        points[first + l].w * settings.supportPerRadius * settings.searchPerSupport,
                        settings.isAnisotropic);
        shapeEight(moments, points + first, count, settings, splats + first, shifts + first);
    }
}

/// A multiple of 2^-16: differences to nodes less than 64 voxels away are then exact.
SASTRUGI_INLINE float onLattice(float value) { return value > -120 && value < 120 ? (value + 192.0f) - 192.0f : value; }

void settle(const Candidates& candidates, const Float4* points, std::size_t begin, std::size_t end,
            const ShapeSettings& settings, const Float4* shifts, Splat* splats)
{
    for (std::size_t i = begin; i < end; ++i) {
        const Float4 point = points[i], shift = shifts[i];
        const float radius = point.w * settings.supportPerRadius * settings.searchPerSupport,
                    perSquare = 1 / (radius * radius);
        const float length = __builtin_sqrtf(shift.x * shift.x + shift.y * shift.y + shift.z * shift.z);
        const float per = length > 1e-6f ? 1 / (length * 2 * point.w) : 0; // depth in spacings
        const Vector8 normal = {Float8(shift.x * per), Float8(shift.y * per), Float8(shift.z * per)};
        Float8 sum(0.0f), x(0.0f), y(0.0f), z(0.0f);
        for (std::size_t j = 0; j < candidates.count; j += lanes) {
            const Vector8 d = {load(candidates.x + j) - Float8(point.x), load(candidates.y + j) - Float8(point.y),
                               load(candidates.z + j) - Float8(point.z)};
            const Float8 near = maximum(fnma(Float8(perSquare), dot(d, d), Float8(1)), Float8(0));
            if (!any(near > Float8(0)))
                continue;
            const Float8 depth = dot(normal, d);
            const Float8 level = maximum(fnma(depth, depth, Float8(1)), Float8(0));
            // What lies behind the last candidate is far away, and its depth no number.
            const Float8 w = select(near > Float8(0), near * level, Float8(0));
            Float8 sx, sy, sz, unused;
            alignas(32) std::uint32_t index[8];
            const unsigned valid =
                candidates.count - j < lanes ? static_cast<unsigned>(candidates.count - j) : unsigned{lanes};
            for (unsigned l = 0; l < lanes; ++l)
                index[l] = candidates.index[l < valid ? j + l : j];
            gather(shifts, index, sx, sy, sz, unused);
            sum += w;
            x = fma(w, sx, x);
            y = fma(w, sy, y);
            z = fma(w, sz, z);
        }
        const float mean = 1 / total(sum); // the point itself is one of the candidates
        splats[i].x = onLattice(point.x + (shift.x - total(x) * mean));
        splats[i].y = onLattice(point.y + (shift.y - total(y) * mean));
        splats[i].z = onLattice(point.z + (shift.z - total(z) * mean));
    }
}

void splat(const Splat* splats, std::size_t count, const float origin[3], float* field)
{
    constexpr float last = blockNodes - 1;
    const Float8 low = laneNumbers(), high = low + Float8(8), zero(0);
    for (std::size_t i = 0; i < count; ++i) {
        const Splat& s = splats[i];
        const float x = s.x - origin[0], y = s.y - origin[1], z = s.z - origin[2];
        if (x + s.reach[0] < 0 || x - s.reach[0] > last || y + s.reach[1] < 0 || y - s.reach[1] > last ||
            z + s.reach[2] < 0 || z - s.reach[2] > last)
            continue;
        const auto firstOf = [](float value) { return static_cast<int>(greatest(value, 0)); };
        const auto lastOf = [&](float value) { return static_cast<int>(smallest(value, last)); };
        const bool hasLow = x - s.reach[0]<8, hasHigh = x + s.reach[0]> 7;
        const int z0 = firstOf(z - s.reach[2]), z1 = lastOf(z + s.reach[2]);
        const int y0 = firstOf(y - s.reach[1]), y1 = lastOf(y + s.reach[1]);
        const Float8 dLow = low - Float8(x), dHigh = high - Float8(x), weight(s.weight), xx(s.xx);
        const float fourXx = 4 * s.xx, limit = 1.0001f * fourXx;
        for (int k = z0; k <= z1; ++k) {
            const float dz = static_cast<float>(k) - z;
            for (int j = y0; j <= y1; ++j) {
                const float dy = static_cast<float>(j) - y;
                const float b = 2 * (s.xy * dy + s.xz * dz);
                const float c = s.yy * dy * dy + s.zz * dz * dz + 2 * s.yz * dy * dz;
                if (c * fourXx - b * b > limit) // nowhere on this row
                    continue;
                float* row =
                    field + (static_cast<std::size_t>(k) * blockNodes + static_cast<std::size_t>(j)) * blockNodes;
                const Float8 wideB(b), rest(1 - c);
                const auto add = [&](float* to, Float8 d) {
                    const Float8 t = maximum(fnma(d, fma(xx, d, wideB), rest), zero);
                    store(to, fma(weight * t, t * t, load(to)));
                };
                if (hasLow)
                    add(row, dLow);
                if (hasHigh)
                    add(row + 8, dHigh);
            }
        }
    }
}

void signs(const float* field, float threshold, std::uint16_t* rows)
{
    const Float8 limit(threshold);
    for (std::size_t row = 0; row < blockNodes * blockNodes; ++row)
        rows[row] = static_cast<std::uint16_t>(bits(load(field + row * blockNodes) > limit) |
                                               bits(load(field + row * blockNodes + lanes) > limit) << lanes);
}

} // namespace

const SurfaceKernels& surfaceKernels()
{
    static constexpr SurfaceKernels kernels = {shape, settle, splat, signs};
    return kernels;
}

} // namespace sastrugi::SASTRUGI_ISA
