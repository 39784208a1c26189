// Numbers for tests.
#pragma once

#include "engine/core/Random.h"

#include <numbers>

namespace sastrugi::test
{

inline constexpr double pi = std::numbers::pi;

/// From 0 to 1, the same for the same two numbers.
inline double randomNumber(std::uint64_t id, std::uint32_t stream)
{
    return static_cast<double>(unitInterval(randomWords(5, id, stream, RandomPurpose::Test)[0]));
}

} // namespace sastrugi::test
