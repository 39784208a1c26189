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
    for (std::size_t i = 0; next <= last && found.missing.size() < 10000; ++next) {
        while (i < found.numbers.size() && found.numbers[i] < next)
            ++i;
        if (i == found.numbers.size() || found.numbers[i] != next)
            found.missing.push_back(next);
    }
    return found;
}

std::string rangesOf(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0, end = 0; i < numbers.size(); i = end) {
        while (end < numbers.size() && numbers[end] - numbers[i] == static_cast<std::int64_t>(end - i))
            ++end;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
        if (end - i > 1)
            text += fmt::format("{}{}", end - i == 2 ? ", " : " to ", numbers[end - 1]);
    }
    return text;
}

} // namespace sastrugi
