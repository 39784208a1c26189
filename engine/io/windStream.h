// What `sastrugi-import --wind` sends: this head, three floats for each point of a lattice, x fastest, and a byte for
// each that is 1 where the file says something of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace sastrugi
{

constexpr std::string_view windStreamMagic = "saswind1";

struct WindStreamHead {
    std::uint64_t counts[3] = {1, 1, 1};
    double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    char array[64] = {}; // the name that was taken, cut off
};

/// A lattice of more points is refused, by both ends.
constexpr std::uint64_t mostWindPoints = 40'000'000;

} // namespace sastrugi
