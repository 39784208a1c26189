#include "engine/mpm/Elasticity.h"
#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

SASTRUGI_INLINE Symmetric8 loadTwist(const MpmArrays& snow, std::size_t i)
{
    return {load(snow.twist[0] + i), load(snow.twist[1] + i), load(snow.twist[2] + i),
            load(snow.twist[3] + i), load(snow.twist[4] + i), load(snow.twist[5] + i)};
}

} // namespace

template <class Kernel>
void hessianProduct(const MpmBlock& block, const Float4* direction, MpmTile& product)
{
    const MpmArrays& snow = block.snow;
    MpmTile from;
    loadTile(from, block, direction);
    product = {};
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const std::size_t count = block.end - i < lanes ? block.end - i : lanes;
        const Weights8<Kernel> weights(block, i, false);
        Float4 columns[3][lanes] = {};
        for (std::size_t l = 0; l < count; ++l)
            gatherGradient(from.node + weights.base(l), weights, weights.slope, l, columns);
        const Elastic8 elastic(load(snow.deformation, i), load(snow.rotation, i));
        const Lame8 lame = {load(snow.lambdaVolume + i), load(snow.shearVolume + i)};
        const Matrix8 change = fromColumns(columns) * elastic.f;
        const Matrix8 stress = elastic.stressDifferential(lame, loadTwist(snow, i), change); // times V
        toColumns(columns, timesTransposed(stress, elastic.f));
        for (std::size_t l = 0; l < count; ++l)
            scatterMatrix<Kernel, false>(product.node + weights.base(l), weights, weights.slope, l, columns, {});
    }
}

template void hessianProduct<CubicKernel>(const MpmBlock&, const Float4*, MpmTile&);
template void hessianProduct<QuadraticMlsKernel>(const MpmBlock&, const Float4*, MpmTile&);

} // namespace sastrugi::SASTRUGI_ISA
