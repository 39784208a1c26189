#include "engine/simulation/Frame.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace sastrugi
{

namespace
{

std::span<const std::uint32_t> idsOf(const Attributes& particles)
{
    const AttributeArray* ids = particles.find("id");
    if (!ids || ids->type != ElementType::UInt32 || ids->components != 1)
        return {};
    return ids->values<std::uint32_t>();
}

/// The particles by ascending id; empty when they are in that order already, or have no ids.
std::vector<std::uint32_t> orderById(std::span<const std::uint32_t> ids)
{
    if (std::is_sorted(ids.begin(), ids.end()))
        return {};
    std::vector<std::uint32_t> order(ids.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
    return order;
}

/// Of one attribute: the particles are brought in order block by block, which needs no second array.
Hash hashOf(const AttributeArray& array, std::span<const std::uint32_t> order)
{
    ContentHash hash;
    hash.add(array.name).add(static_cast<int>(array.type)).add(array.components);
    if (order.empty()) {
        hash.addBytes(array.bytes.data(), array.bytes.size());
        return hash.digest();
    }
    const std::size_t size = sizeOf(array.type) * static_cast<std::size_t>(array.components);
    std::vector<std::byte> block(blockSize * size);
    for (std::size_t b = 0; b < blockCount(order.size()); ++b) {
        const Range range = blockRange(b, order.size());
        for (std::size_t i = range.begin; i < range.end; ++i)
            std::memcpy(block.data() + (i - range.begin) * size, array.bytes.data() + order[i] * size, size);
        hash.addBytes(block.data(), range.size() * size);
    }
    return hash.digest();
}

template <class T>
void checkFinite(const Frame& frame, const AttributeArray& array)
{
    const std::span<const T> values = array.values<T>();
    parallelForBlocks(values.size(), [&](std::size_t, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (std::isfinite(values[i]))
                continue;
            const std::size_t particle = i / static_cast<std::size_t>(array.components);
            const std::span<const std::uint32_t> ids = idsOf(frame.particles);
            fail(ErrorKind::Diverged, "'{}' of particle {} is {} in frame {}", array.name,
                 ids.empty() ? particle : ids[particle], values[i], frame.number);
        }
    });
}

} // namespace

Hash Frame::contentHash() const
{
    const std::vector<std::uint32_t> order = orderById(idsOf(particles));
    const std::vector<AttributeArray>& arrays = particles.arrays();
    std::vector<Hash> hashes(arrays.size());
    parallelForEach(arrays.size(), [&](std::size_t i) { hashes[i] = hashOf(arrays[i], order); });

    ContentHash hash;
    hash.add(number).add(time);
    for (int axis = 0; axis < 3; ++axis)
        hash.add(origin[axis]);
    hash.add(static_cast<std::int64_t>(particles.count()));
    for (const Hash& array : hashes)
        hash.add(array);
    return hash.digest();
}

void checkFinite(const Frame& frame)
{
    for (const AttributeArray& array : frame.particles.arrays())
        if (array.type == ElementType::Float32)
            checkFinite<float>(frame, array);
        else if (array.type == ElementType::Float64)
            checkFinite<double>(frame, array);
    for (int axis = 0; axis < 3; ++axis)
        if (!std::isfinite(frame.origin[axis]))
            fail(ErrorKind::Diverged, "the origin of frame {} is not finite", frame.number);
}

} // namespace sastrugi
