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

/// The particles by ascending id; ids are dense in most frames, so that each can be put in its place at once.
/// Empty when ids are sparse or repeated.
std::vector<std::uint32_t> orderByPlace(std::span<const std::uint32_t> ids)
{
    constexpr std::uint32_t nobody = 0xFFFFFFFF;
    const std::size_t places = std::size_t{*std::max_element(ids.begin(), ids.end())} + 1;
    if (places > 4 * ids.size() + 1024)
        return {};
    std::vector<std::uint32_t> order(places, nobody);
    for (std::uint32_t i = 0; i < ids.size(); ++i)
        order[ids[i]] = i;
    std::erase(order, nobody);
    return order.size() == ids.size() ? order : std::vector<std::uint32_t>();
}

/// The particles by ascending id; empty when they are in that order already, or have no ids.
std::vector<std::uint32_t> orderById(std::span<const std::uint32_t> ids)
{
    if (std::is_sorted(ids.begin(), ids.end()))
        return {};
    std::vector<std::uint32_t> order = orderByPlace(ids);
    if (!order.empty())
        return order;
    order.resize(ids.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
    return order;
}

/// Brings rows in order: SIZE is their size in bytes, or 0 when it is known at run time only.
template <std::size_t SIZE>
void gather(const std::byte* from, std::size_t size, std::span<const std::uint32_t> order, std::byte* to)
{
    const std::size_t row = SIZE > 0 ? SIZE : size;
    for (std::size_t i = 0; i < order.size(); ++i)
        std::memcpy(to + i * row, from + order[i] * row, row);
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
    const auto gatherRows = size == 4 ? gather<4> : size == 12 ? gather<12> : gather<0>;
    for (std::size_t b = 0; b < blockCount(order.size()); ++b) {
        const Range range = blockRange(b, order.size());
        gatherRows(array.bytes.data(), size, order.subspan(range.begin, range.size()), block.data());
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
    for (const auto& [name, value] : figures)
        if (name.starts_with("body."))
            hash.add(name).add(value);
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
