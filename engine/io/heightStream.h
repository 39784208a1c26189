// What `sastrugi-import --heights` sends: this head, and columns times rows floats, the lowest row first. Floats hold
// 16 bits exactly.
#pragma once

#include <cstdint>
#include <string_view>

namespace sastrugi
{

constexpr std::string_view heightStreamMagic = "sasheig1";

struct HeightStreamHead {
    std::uint64_t columns = 0, rows = 0, channels = 1;
    double white = 255; // the largest value that the type has; 1 of floating point
};

} // namespace sastrugi
