// The files of a sequence: "wave.####.ply".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sastrugi
{

struct NumberRange {
    std::int64_t first = 0, last = 0;

    bool operator==(const NumberRange&) const = default;
};

struct NumberedFiles {
    std::vector<std::int64_t> numbers;
    std::vector<NumberRange> missing; // within the range that was asked for, ascending
    std::vector<std::filesystem::path> files;
    bool hasNumber = true; // false: a single file
};

/// `pattern` has a place for the number, or is a single file, which has the first number. With 0 as first and last
/// number all that there are. Throws Error(Scene) when there is none.
NumberedFiles findNumberedFiles(const std::filesystem::path& pattern, std::int64_t firstNumber,
                                std::int64_t lastNumber);

/// "3, 7 to 12"
std::string textOf(const std::vector<NumberRange>& ranges);
std::int64_t countOf(const std::vector<NumberRange>& ranges);

} // namespace sastrugi
