// The memory of this process and of the machine.
#pragma once

#include <cstdint>

namespace sastrugi
{

/// Bytes resident now; zero where the system does not tell.
std::uint64_t residentMemory();
/// Bytes that programs can still get without swapping; zero where the system does not tell.
std::uint64_t availableMemory();

} // namespace sastrugi
