#include "engine/particles/CellGrid.h"

#include <algorithm>
#include <bit>

namespace sastrugi
{

namespace
{

/// Keys are cut into pieces, one per thread; the result of a stable sort does not depend on the cut.
Range pieceRange(std::size_t piece, std::size_t pieces, std::size_t count)
{
    return {count * piece / pieces, count * (piece + 1) / pieces};
}

} // namespace

template <class Key>
void KeySort<Key>::sort(AlignedVector<Key>& keys, AlignedVector<std::uint32_t>& order, std::uint64_t largestKey)
{
    const std::size_t count = keys.size();
    order.resize(count);
    m_keys.resize(count);
    m_order.resize(count);
    const int keyBits = std::max(static_cast<int>(std::bit_width(largestKey)), 1);
    const int passes = (keyBits + 10) / 11;
    const int passBits = (keyBits + passes - 1) / passes;
    const std::size_t buckets = std::size_t{1} << passBits;
    const auto mask = static_cast<Key>(buckets - 1);
    const std::size_t pieces = std::clamp<std::size_t>(count / 4096, 1, static_cast<std::size_t>(threadCount()));
    m_offsets.resize(pieces * buckets);

    parallelFor(count, [&](std::size_t i) { order[i] = static_cast<std::uint32_t>(i); });
    for (int pass = 0; pass < passes; ++pass) {
        const int shift = pass * passBits;
        parallelForEach(pieces, [&](std::size_t piece) {
            std::uint32_t* offsets = m_offsets.data() + piece * buckets;
            std::fill_n(offsets, buckets, 0u);
            const Range range = pieceRange(piece, pieces, count);
            for (std::size_t i = range.begin; i < range.end; ++i)
                ++offsets[keys[i] >> shift & mask];
        });
        std::uint32_t offset = 0;
        for (std::size_t bucket = 0; bucket < buckets; ++bucket)
            for (std::size_t piece = 0; piece < pieces; ++piece)
                offset += std::exchange(m_offsets[piece * buckets + bucket], offset);
        parallelForEach(pieces, [&](std::size_t piece) {
            std::uint32_t* offsets = m_offsets.data() + piece * buckets;
            const Range range = pieceRange(piece, pieces, count);
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const std::uint32_t target = offsets[keys[i] >> shift & mask]++;
                m_keys[target] = keys[i];
                m_order[target] = order[i];
            }
        });
        keys.swap(m_keys);
        order.swap(m_order);
    }
}

template class KeySort<std::uint32_t>;
template class KeySort<std::uint64_t>;

} // namespace sastrugi
