#include "engine/sph/Friction.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

SASTRUGI_INLINE void addDot(Double8& sum, const Vector8& a, const Vector8& b)
{
    sum.addProduct(a.x, b.x);
    sum.addProduct(a.y, b.y);
    sum.addProduct(a.z, b.z);
}

} // namespace

namespace
{

/// m (I + dt K) v: what makes the rows symmetric again that were divided by I + dt K.
SASTRUGI_INLINE Vector8 weighted(const SphBlock& block, std::size_t i, const Vector8& v)
{
    const SnowArrays& snow = block.snow;
    const FrictionMatrix friction(snow.frictionRate, snow.tangentialRate, snow.wallSum, i);
    return load(snow.mass + i) * fma(Float8(block.constants.timeStep), friction * v, v);
}

} // namespace

Dots conjugateDirection(const SphBlock& block, float beta)
{
    const SnowArrays& snow = block.snow;
    Double8 product;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Vector8 direction = fma(Float8(beta), load(snow.direction, i), load(snow.residual, i));
        const Vector8 shadow = weighted(block, i, direction);
        store(snow.direction, i, direction);
        store(snow.shadow, i, shadow);
        storePacked(snow.moved + i, direction, Float8(0));
        addDot(product, direction, shadow);
    }
    return {product.sum(), 0, 0};
}

Dots conjugateAdvance(const SphBlock& block, float alpha)
{
    const SnowArrays& snow = block.snow;
    Double8 squared, product;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        store(snow.shear, i, fma(Float8(alpha), load(snow.direction, i), load(snow.shear, i)));
        const Vector8 residual = fma(Float8(-alpha), load(snow.image, i), load(snow.residual, i));
        store(snow.residual, i, residual);
        addDot(squared, residual, residual);
        addDot(product, residual, weighted(block, i, residual));
    }
    return {squared.sum(), product.sum(), 0};
}

void krylovDirection(const SphBlock& block, const KrylovScalars& scalars)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Vector8 carried = fma(Float8(-scalars.omega), load(snow.image, i), load(snow.direction, i));
        const Vector8 direction = fma(Float8(scalars.beta), carried, load(snow.residual, i));
        store(snow.direction, i, direction);
        storePacked(snow.moved + i, direction, Float8(0));
    }
}

Dots krylovHalf(const SphBlock& block, const KrylovScalars& scalars)
{
    const SnowArrays& snow = block.snow;
    Double8 squared;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Vector8 residual = fma(Float8(-scalars.alpha), load(snow.image, i), load(snow.residual, i));
        store(snow.residual, i, residual);
        storePacked(snow.moved + i, residual, Float8(0));
        addDot(squared, residual, residual);
    }
    return {squared.sum(), 0, 0};
}

void krylovFinishHalf(const SphBlock& block, const KrylovScalars& scalars)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes)
        store(snow.shear, i, fma(Float8(scalars.alpha), load(snow.direction, i), load(snow.shear, i)));
}

Dots krylovFull(const SphBlock& block, const KrylovScalars& scalars)
{
    const SnowArrays& snow = block.snow;
    Double8 squared, shadowed;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Vector8 half = load(snow.residual, i);
        const Vector8 shear = fma(Float8(scalars.alpha), load(snow.direction, i), load(snow.shear, i));
        store(snow.shear, i, fma(Float8(scalars.omega), half, shear));
        const Vector8 residual = fma(Float8(-scalars.omega), load(snow.second, i), half);
        store(snow.residual, i, residual);
        addDot(squared, residual, residual);
        addDot(shadowed, load(snow.shadow, i), residual);
    }
    return {squared.sum(), shadowed.sum(), 0};
}

} // namespace sastrugi::SASTRUGI_ISA
