// The files of a sequence: "wave.####.ply".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sastrugi
{

struct NumberedFiles {
    std::vector<std::int64_t> numbers, missing; // missing ones are within the range
    std::vector<std::filesystem::path> files;
};

/// `pattern` has a place for the number, or is a single file, which has the first number. With 0 as first and last
/// number all that there are. Throws Error(Scene) when there is none.
NumberedFiles findNumberedFiles(const std::filesystem::path& pattern, std::int64_t firstNumber,
                                std::int64_t lastNumber);

/// "3, 7 to 12"
std::string rangesOf(const std::vector<std::int64_t>& numbers);

} // namespace sastrugi
