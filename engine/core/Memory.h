// The memory of this process and of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sastrugi
{

/// Bytes resident now; zero where the system does not tell.
std::uint64_t residentMemory();
/// Bytes that programs can still get without swapping; zero where the system does not tell.
std::uint64_t availableMemory();

/// Asks the system to map new memory by large pages (2 MiB) where it is about to be filled: with small ones (4 KiB),
/// mapping them can take longer than filling them. Does nothing where there are none.
void preferLargePages(void* memory, std::size_t bytes);
/// Room for `size` bytes, by large pages.
void reserveLarge(std::string& bytes, std::size_t size);

} // namespace sastrugi
