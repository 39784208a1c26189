#include "engine/io/NumberedFiles.h"

#include "engine/core/Error.h"
#include "engine/io/FrameNames.h"

namespace sastrugi
{

NumberedFiles findNumberedFiles(const std::filesystem::path& pattern, std::int64_t firstNumber, std::int64_t lastNumber)
{
    NumberedFiles found;
    const FrameNames names(pattern.string(), pattern.extension().string(), 1);
    if (!names.hasNumber()) {
        found.numbers = {firstNumber};
        found.files = {pattern};
        found.hasNumber = false;
        return found;
    }
    const bool isAll = firstNumber == 0 && lastNumber == 0;
    for (const auto& [number, file] : names.existing())
        if (isAll || (number >= firstNumber && number <= lastNumber)) {
            found.numbers.push_back(number);
            found.files.push_back(file);
        }
    if (found.numbers.empty())
        fail(ErrorKind::InputOutput, "there is no file '{}'{}", pattern.string(),
             isAll ? "" : fmt::format(" with a number from {} to {}", firstNumber, lastNumber));
    std::int64_t next = isAll ? found.numbers.front() : firstNumber;
    const std::int64_t last = isAll ? found.numbers.back() : lastNumber;
    for (const std::int64_t number : found.numbers) {
        if (number > next)
            found.missing.push_back({next, number - 1});
        next = number + 1;
    }
    if (next <= last)
        found.missing.push_back({next, last});
    return found;
}

std::string textOf(const std::vector<NumberRange>& ranges)
{
    std::string text;
    for (const auto& [first, last] : ranges) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", first);
        if (last > first)
            text += fmt::format("{}{}", last == first + 1 ? ", " : " to ", last);
    }
    return text;
}

std::int64_t countOf(const std::vector<NumberRange>& ranges)
{
    std::int64_t count = 0;
    for (const auto& [first, last] : ranges)
        count += last - first + 1;
    return count;
}

} // namespace sastrugi
