// The memory of this process.
#pragma once

#include <cstdint>

namespace sastrugi
{

/// Bytes resident now; zero where the system does not tell.
std::uint64_t residentMemory();

} // namespace sastrugi
