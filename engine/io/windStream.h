// What `sastrugi-import --wind` sends: this head; a text, the names of arrays that may be velocities, each with a zero
// behind it; then, where the choice of one was clear, three floats for each point of a lattice, x fastest, and a byte
// for each that is 1 where the file says something of it, otherwise a text that says what is unclear. A text is its
// size and its letters.
#pragma once

#include <cstdint>
#include <string_view>

namespace sastrugi
{

constexpr std::string_view windStreamMagic = "saswind2";

struct WindStreamHead {
    std::uint64_t counts[3] = {1, 1, 1};
    double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
    char array[64] = {}; // the name that was taken, cut off; empty where it was unclear
};

/// A lattice of more points is refused, by both ends.
constexpr std::uint64_t mostWindPoints = 40'000'000;

} // namespace sastrugi
