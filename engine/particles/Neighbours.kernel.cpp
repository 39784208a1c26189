#include "engine/core/WidePacking.h"
#include "engine/particles/NeighbourKernels.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

SASTRUGI_INLINE Float8 squaredLength(Float8 x, Float8 y, Float8 z) { return fma(z, z, fma(y, y, x * x)); }

/// Distance of a coordinate to an interval.
SASTRUGI_INLINE Float8 outside(Float8 value, Float8 low, Float8 high)
{
    return maximum(maximum(low - value, value - high), Float8(0));
}

struct Box {
    float low[3], high[3];
};

SASTRUGI_INLINE Box boundsOf(const Float4* points, std::size_t begin, std::size_t end)
{
    const Float4& first = points[begin];
    Box box = {{first.x, first.y, first.z}, {first.x, first.y, first.z}};
    for (std::size_t i = begin + 1; i < end; ++i) {
        const float p[3] = {points[i].x, points[i].y, points[i].z};
        for (int axis = 0; axis < 3; ++axis) {
            box.low[axis] = p[axis] < box.low[axis] ? p[axis] : box.low[axis];
            box.high[axis] = p[axis] > box.high[axis] ? p[axis] : box.high[axis];
        }
    }
    return box;
}

void collect(const Float4* targets, const CandidateRange* ranges, std::size_t rangeCount, const Float4* queries,
             std::size_t begin, std::size_t end, float radius, Candidates& out)
{
    const Box box = boundsOf(queries, begin, end);
    const Float8 limit(radius * radius);
    std::size_t count = 0;
    for (std::size_t r = 0; r < rangeCount; ++r) {
        const CandidateRange& range = ranges[r];
        for (std::uint32_t j = range.begin; j < range.end; j += lanes) {
            Float8 x, y, z, w;
            loadRows(targets + j, x, y, z, w);
            x += Float8(range.shiftX);
            y += Float8(range.shiftY);
            const Float8 distance =
                squaredLength(outside(x, box.low[0], box.high[0]), outside(y, box.low[1], box.high[1]),
                              outside(z, box.low[2], box.high[2]));
            const unsigned valid = range.end - j < lanes ? (1u << (range.end - j)) - 1 : 0xffu;
            const unsigned near = bits(distance < limit) & valid;
            const Packing packing(near);
            store(out.x + count, packing(x));
            store(out.y + count, packing(y));
            store(out.z + count, packing(z));
            packing.storeIndices(out.index + count, j);
            count += packing.count;
        }
    }
    const Float8 far(1e30f);
    store(out.x + count, far);
    store(out.y + count, far);
    store(out.z + count, far);
    out.count = count;
}

std::size_t selectNear(const Candidates& candidates, float x, float y, float z, float radius, std::uint32_t* out)
{
    const Float8 limit(radius * radius), qx(x), qy(y), qz(z);
    std::size_t count = 0;
    for (std::size_t j = 0; j < candidates.count; j += lanes) {
        const Float8 distance =
            squaredLength(load(candidates.x + j) - qx, load(candidates.y + j) - qy, load(candidates.z + j) - qz);
        const Packing packing(bits(distance < limit));
        packing.storeWords(out + count, candidates.index + j);
        count += packing.count;
    }
    return count;
}

void interleave(const std::uint32_t* const lists[8], const std::uint32_t counts[8], std::size_t rows,
                std::uint32_t dummy, std::uint32_t* out)
{
    for (std::size_t row = 0; row < rows; row += lanes)
        transposeWords(lists, counts, row, dummy, out + row * lanes);
}

} // namespace

const NeighbourKernels& neighbourKernels()
{
    static constexpr NeighbourKernels kernels = {collect, selectNear, interleave};
    return kernels;
}

} // namespace sastrugi::SASTRUGI_ISA
