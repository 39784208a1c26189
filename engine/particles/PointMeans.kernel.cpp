#include "engine/core/WideLanes.h"
#include "engine/particles/PointMeansKernel.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

float mean(const Float4* points, const CandidateRange* ranges, std::size_t rangeCount, const float at[3], float radius,
           const float* const* values, std::size_t channels, float* out)
{
    constexpr std::size_t most = 16; // channels at once
    const Float8 perSquare(1 / (radius * radius)), zero(0), atX(at[0]), atY(at[1]), atZ(at[2]);
    float weights = 0;
    for (std::size_t first = 0; first == 0 || first < channels; first += most) {
        const std::size_t count = channels - first < most ? channels - first : most;
        Float8 sum = zero, sums[most];
        for (std::size_t c = 0; c < count; ++c)
            sums[c] = zero;
        for (std::size_t r = 0; r < rangeCount; ++r)
            for (std::uint32_t j = ranges[r].begin; j < ranges[r].end; j += lanes) {
                Float8 x, y, z, unused;
                loadRows(points + j, x, y, z, unused);
                x = x - atX, y = y - atY, z = z - atZ;
                const Float8 valid = static_cast<float>(ranges[r].end - j);
                const Float8 square = fma(z, z, fma(y, y, x * x));
                const Float8 t = select(laneNumbers() < valid, maximum(fnma(square, perSquare, Float8(1)), zero), zero);
                if (!any(t > zero))
                    continue;
                const Float8 w = t * t * t;
                sum += w;
                for (std::size_t c = 0; c < count; ++c)
                    sums[c] = fma(w, load(values[first + c] + j), sums[c]);
            }
        weights = total(sum);
        const float per = weights > 0 ? 1 / weights : 0;
        for (std::size_t c = 0; c < count; ++c)
            out[first + c] = total(sums[c]) * per;
    }
    return weights;
}

} // namespace

const PointMeansKernels& pointMeansKernels()
{
    static constexpr PointMeansKernels kernels = {mean};
    return kernels;
}

} // namespace sastrugi::SASTRUGI_ISA
