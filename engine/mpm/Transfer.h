// What particles and nodes have to do with each other: weights, scatter and gather through a tile; for kernels only.
//
// Nodes are quadruples, four of them along z a row. A block's particles touch 7 x 7 x 7 nodes, which lie in a tile in
// the nearest cache; each block scatters into a tile of its own, and MpmGrid adds them up. Sums are in the order of the
// particles.
#pragma once

#include "engine/core/WideRow.h"
#include "engine/math/WideSvd.h"
#include "engine/mpm/MpmKernels.h"

#include <cstring>

namespace sastrugi::SASTRUGI_ISA
{

/// The nodes of the grid that a block's particles touch.
SASTRUGI_INLINE void loadTile(MpmTile& tile, const MpmBlock& block, const Float4* grid)
{
    for (std::size_t x = 0; x < tileEdge; ++x)
        for (std::size_t y = 0; y < tileEdge; ++y)
            for (std::size_t half = 0; half < 2; ++half) {
                const std::size_t gridBlock = block.gridBlocks[(x >> 2) * 4 + (y >> 2) * 2 + half];
                storeRow(&tile.node[(x * tileEdge + y) * tileRow + 4 * half],
                         loadRow(&grid[gridBlock * nodesPerBlock + (x & 3) * 16 + (y & 3) * 4]));
            }
}

SASTRUGI_INLINE Float8 floor(Float8 a)
{
    const Float8 rounded = round(a);
    return select(rounded > a, rounded - Float8(1), rounded);
}

/// Along an axis, of eight particles: the weights of up to four nodes, and what stands for their derivatives.
struct AxisWeights {
    Float8 weight[4], slope[4], arm[4]; // arm: weight times (x_i - x_p), in metres
    Float8 first;                       // node of the tile
};

/// N of the paper and its derivative, 64 nodes in 3D.
struct CubicKernel {
    static constexpr std::size_t nodes = 4;
    static constexpr float inverseInertia = 3; // D^-1, over the square of the cell size

    /// The first node at a place, both in cells.
    SASTRUGI_INLINE static Float8 baseOf(Float8 place) { return floor(place) - Float8(1); }

    SASTRUGI_INLINE static AxisWeights weights(Float8 place, float firstNode, float h)
    {
        AxisWeights a;
        const Float8 cell = floor(place);
        const Float8 t = place - cell, u = Float8(1) - t, half(0.5f / h), one(1);
        a.first = cell - Float8(firstNode + 1);
        const Float8 tt = t * t, uu = u * u, sixth(1.0f / 6);
        a.weight[0] = sixth * uu * u;
        a.weight[1] = sixth * fma(tt, fma(Float8(3), t, Float8(-6)), Float8(4));
        a.weight[2] = sixth * fma(uu, fma(Float8(3), u, Float8(-6)), Float8(4));
        a.weight[3] = sixth * tt * t;
        a.slope[0] = -half * uu;
        a.slope[1] = half * t * fma(Float8(3), t, Float8(-4));
        a.slope[2] = -half * u * fma(Float8(3), u, Float8(-4));
        a.slope[3] = half * tt;
        const Float8 edge(h);
        a.arm[0] = -edge * (one + t) * a.weight[0];
        a.arm[1] = -edge * t * a.weight[1];
        a.arm[2] = edge * u * a.weight[2];
        a.arm[3] = edge * (one + u) * a.weight[3];
        return a;
    }
};

/// 27 nodes; gradients by moving least squares: w (x_i - x_p) / D. Hu et al. 2018, doi 10.1145/3197517.3201293.
struct QuadraticMlsKernel {
    static constexpr std::size_t nodes = 3;
    static constexpr float inverseInertia = 4;

    SASTRUGI_INLINE static Float8 baseOf(Float8 place) { return floor(place - Float8(0.5f)); }

    SASTRUGI_INLINE static AxisWeights weights(Float8 place, float firstNode, float h)
    {
        AxisWeights a;
        const Float8 base = baseOf(place);
        const Float8 f = place - base, edge(h), half(0.5f);
        a.first = base - Float8(firstNode);
        const Float8 low = Float8(1.5f) - f, middle = f - Float8(1), high = f - half;
        a.weight[0] = half * low * low;
        a.weight[1] = fnma(middle, middle, Float8(0.75f));
        a.weight[2] = half * high * high;
        a.weight[3] = Float8(0);
        a.arm[0] = -edge * f * a.weight[0];
        a.arm[1] = -edge * middle * a.weight[1];
        a.arm[2] = edge * (Float8(2) - f) * a.weight[2];
        a.arm[3] = Float8(0);
        const Float8 scale(inverseInertia / (h * h));
        for (std::size_t k = 0; k < 4; ++k)
            a.slope[k] = scale * a.arm[k];
        return a;
    }
};

/// The weights of eight particles, to be read one by one.
template <class Kernel>
struct Weights8 {
    alignas(32) float weight[3][4][lanes], slope[3][4][lanes], arm[3][4][lanes];
    alignas(32) float first[3][lanes];

    SASTRUGI_INLINE Weights8(const MpmBlock& block, std::size_t i, bool withArms)
    {
        Float8 x[3], none;
        loadRows(block.snow.position + i, x[0], x[1], x[2], none);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const AxisWeights a = Kernel::weights(x[axis] * Float8(block.constants.inverseCell), block.firstNode[axis],
                                                  block.constants.cellSize);
            for (std::size_t k = 0; k < 4; ++k) {
                store(weight[axis][k], a.weight[k]);
                store(slope[axis][k], a.slope[k]);
                if (withArms)
                    store(arm[axis][k], a.arm[k]);
            }
            store(first[axis], a.first);
        }
    }

    /// The first node of particle l in a tile.
    SASTRUGI_INLINE std::size_t base(std::size_t l) const
    {
        const auto index = [&](std::size_t axis) { return static_cast<std::size_t>(first[axis][l]) & 3; };
        return (index(0) * tileEdge + index(1)) * tileRow + index(2);
    }
};

using AxisTable = float[3][4][lanes];

/// Of the four nodes along z of particle l.
SASTRUGI_INLINE Row rowWeights(const AxisTable& table, std::size_t l)
{
    return eachOf(table[2][0][l], table[2][1][l], table[2][2][l], table[2][3][l]);
}

/// node += w value, of particle l.
template <class Kernel>
SASTRUGI_INLINE void scatterValue(Float4* base, const Weights8<Kernel>& weights, std::size_t l, const Float4& value)
{
    const Row along = fourTimes(value) * rowWeights(weights.weight, l);
    for (std::size_t a = 0; a < Kernel::nodes; ++a) {
        const float wx = weights.weight[0][a][l];
        for (std::size_t b = 0; b < Kernel::nodes; ++b) {
            Float4* row = &base[(a * tileEdge + b) * tileRow];
            storeRow(row, fma(allOf(wx * weights.weight[1][b][l]), along, loadRow(row)));
        }
    }
}

/// node += w value + Q grad w, of particle l; `slope` holds what stands for the derivatives of the weights.
template <class Kernel, bool hasValue>
SASTRUGI_INLINE void scatterMatrix(Float4* base, const Weights8<Kernel>& weights, const AxisTable& slope, std::size_t l,
                                   const Float4 (&columns)[3][lanes], const Float4& value)
{
    const Row wz = rowWeights(weights.weight, l), dz = rowWeights(slope, l);
    const Row x = fourTimes(columns[0][l]) * wz, y = fourTimes(columns[1][l]) * wz;
    Row z = fourTimes(columns[2][l]) * dz;
    if constexpr (hasValue)
        z = fma(fourTimes(value), wz, z);
    for (std::size_t b = 0; b < Kernel::nodes; ++b) {
        const Row wy = allOf(weights.weight[1][b][l]), dy = allOf(slope[1][b][l]);
        const Row alongX = wy * x, across = fma(dy, y, wy * z);
        for (std::size_t a = 0; a < Kernel::nodes; ++a) {
            const Row wx = allOf(weights.weight[0][a][l]), dx = allOf(slope[0][a][l]);
            Float4* row = &base[(a * tileEdge + b) * tileRow];
            storeRow(row, fma(wx, across, fma(dx, alongX, loadRow(row))));
        }
    }
}

/// Sum of w u of particle l.
template <class Kernel>
SASTRUGI_INLINE void gatherValue(const Float4* base, const Weights8<Kernel>& weights, std::size_t l, Float4& value)
{
    Row sum = allOf(0);
    for (std::size_t b = 0; b < Kernel::nodes; ++b) {
        Row along = allOf(0);
        for (std::size_t a = 0; a < Kernel::nodes; ++a)
            along = fma(allOf(weights.weight[0][a][l]), loadRow(&base[(a * tileEdge + b) * tileRow]), along);
        sum = fma(allOf(weights.weight[1][b][l]), along, sum);
    }
    storeSumOfProduct(value, sum, rowWeights(weights.weight, l));
}

/// Columns of the sum of u (grad w)^T of particle l.
template <class Kernel>
SASTRUGI_INLINE void gatherGradient(const Float4* base, const Weights8<Kernel>& weights, const AxisTable& slope,
                                    std::size_t l, Float4 (&columns)[3][lanes])
{
    Row x = allOf(0), y = x, z = x;
    for (std::size_t b = 0; b < Kernel::nodes; ++b) {
        Row sum = allOf(0), change = sum;
        for (std::size_t a = 0; a < Kernel::nodes; ++a) {
            const Row row = loadRow(&base[(a * tileEdge + b) * tileRow]);
            sum = fma(allOf(weights.weight[0][a][l]), row, sum);
            change = fma(allOf(slope[0][a][l]), row, change);
        }
        const Row wy = allOf(weights.weight[1][b][l]), dy = allOf(slope[1][b][l]);
        x = fma(wy, change, x);
        y = fma(dy, sum, y);
        z = fma(wy, sum, z);
    }
    const Row wz = rowWeights(weights.weight, l), dz = rowWeights(slope, l);
    storeSumOfProduct(columns[0][l], x, wz);
    storeSumOfProduct(columns[1][l], y, wz);
    storeSumOfProduct(columns[2][l], z, dz);
}

SASTRUGI_INLINE Matrix8 fromColumns(const Float4 (&columns)[3][lanes])
{
    Matrix8 a;
    Float8 none;
    loadRows(columns[0], a.row[0].x, a.row[1].x, a.row[2].x, none);
    loadRows(columns[1], a.row[0].y, a.row[1].y, a.row[2].y, none);
    loadRows(columns[2], a.row[0].z, a.row[1].z, a.row[2].z, none);
    return a;
}

SASTRUGI_INLINE void toColumns(Float4 (&columns)[3][lanes], const Matrix8& a)
{
    const Float8 zero(0);
    storeRows(columns[0], a.row[0].x, a.row[1].x, a.row[2].x, zero);
    storeRows(columns[1], a.row[0].y, a.row[1].y, a.row[2].y, zero);
    storeRows(columns[2], a.row[0].z, a.row[1].z, a.row[2].z, zero);
}

SASTRUGI_INLINE Matrix8 load(const MatrixPointers& from, std::size_t i)
{
    Matrix8 a;
    for (std::size_t r = 0; r < 3; ++r)
        a.row[r] = {load(from[3 * r] + i), load(from[3 * r + 1] + i), load(from[3 * r + 2] + i)};
    return a;
}

/// The first `count` lanes, at most eight: what follows belongs to another block.
SASTRUGI_INLINE void storeSome(float* to, Float8 value, std::size_t count)
{
    if (count >= lanes) {
        store(to, value);
        return;
    }
    alignas(32) float all[lanes];
    store(all, value);
    std::memcpy(to, all, count * sizeof(float));
}

SASTRUGI_INLINE void storeSome(const MatrixPointers& to, std::size_t i, const Matrix8& a, std::size_t count)
{
    for (std::size_t r = 0; r < 3; ++r) {
        storeSome(to[3 * r] + i, a.row[r].x, count);
        storeSome(to[3 * r + 1] + i, a.row[r].y, count);
        storeSome(to[3 * r + 2] + i, a.row[r].z, count);
    }
}

SASTRUGI_INLINE Mask8 firstLanes(std::size_t count)
{
    RawInt8 set;
    for (std::size_t l = 0; l < lanes; ++l)
        set[l] = l < count ? -1 : 0;
    return {set};
}

SASTRUGI_INLINE Matrix8 operator*(const Matrix8& a, const Matrix8& b)
{
    Matrix8 c;
    for (int r = 0; r < 3; ++r)
        c.row[r] = fma(a.row[r].z, b.row[2], fma(a.row[r].y, b.row[1], a.row[r].x * b.row[0]));
    return c;
}

/// a b^T
SASTRUGI_INLINE Matrix8 timesTransposed(const Matrix8& a, const Matrix8& b)
{
    return {{{dot(a.row[0], b.row[0]), dot(a.row[0], b.row[1]), dot(a.row[0], b.row[2])},
             {dot(a.row[1], b.row[0]), dot(a.row[1], b.row[1]), dot(a.row[1], b.row[2])},
             {dot(a.row[2], b.row[0]), dot(a.row[2], b.row[1]), dot(a.row[2], b.row[2])}}};
}

SASTRUGI_INLINE Matrix8 scaled(Float8 s, const Matrix8& a) { return {{s * a.row[0], s * a.row[1], s * a.row[2]}}; }

} // namespace sastrugi::SASTRUGI_ISA
