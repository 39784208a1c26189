#include "engine/math/addExactly.h"
#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// Beyond that many nodes from the origin a block has no key.
constexpr float furthestNode = 4.0f * furthestBlock;

} // namespace

template <class Kernel>
bool stayInBlock(const Float4* position, std::size_t begin, std::size_t end, float inverseCell,
                 const std::array<float, 3>& firstNode)
{
    bool stay = true;
    for (std::size_t i = begin; i < end && stay; i += lanes) {
        Float8 x[3], none;
        loadRows(position + i, x[0], x[1], x[2], none);
        Mask8 inside = firstLanes(end - i);
        const Mask8 real = inside;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Float8 base = Kernel::baseOf(x[axis] * Float8(inverseCell));
            inside = inside & (base >= Float8(firstNode[axis])) & (base < Float8(firstNode[axis] + 4));
        }
        stay = bits(inside) == bits(real);
    }
    return stay;
}

template <class Kernel>
bool blockKeys(const Float4* position, std::size_t begin, std::size_t end, float inverseCell, std::uint64_t* keys)
{
    Mask8 isLost = firstLanes(0);
    for (std::size_t i = begin; i < end; i += lanes) {
        const std::size_t count = end - i < lanes ? end - i : lanes;
        Float8 x[3], none;
        loadRows(position + i, x[0], x[1], x[2], none);
        RawInt8 block[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Float8 base = Kernel::baseOf(x[axis] * Float8(inverseCell));
            isLost = isLost | (firstLanes(count) & !(abs(base) < Float8(furthestNode)));
            block[axis] = (toInt(base) >> 2) + furthestBlock;
        }
        for (std::size_t l = 0; l < count; ++l)
            keys[i + l] = blockKey(block[0][l], block[1][l], block[2][l]);
    }
    return !any(isLost);
}

void move(const MpmArrays& snow, std::size_t begin, std::size_t end, float duration)
{
    for (std::size_t i = begin; i < end; i += lanes) {
        Float8 x[3], w;
        loadRows(snow.position + i, x[0], x[1], x[2], w);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Float8 remainder = load(snow.remainder[axis] + i);
            addExactly(x[axis], remainder, Float8(duration) * load(snow.velocity[axis] + i));
            store(snow.remainder[axis] + i, remainder);
        }
        storeRows(snow.position + i, x[0], x[1], x[2], w);
    }
}

template bool stayInBlock<CubicKernel>(const Float4*, std::size_t, std::size_t, float, const std::array<float, 3>&);
template bool stayInBlock<QuadraticMlsKernel>(const Float4*, std::size_t, std::size_t, float,
                                              const std::array<float, 3>&);
template bool blockKeys<CubicKernel>(const Float4*, std::size_t, std::size_t, float, std::uint64_t*);
template bool blockKeys<QuadraticMlsKernel>(const Float4*, std::size_t, std::size_t, float, std::uint64_t*);

} // namespace sastrugi::SASTRUGI_ISA
