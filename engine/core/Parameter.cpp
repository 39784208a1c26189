#include "engine/core/Parameter.h"

#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/core/lowerCase.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sastrugi
{

namespace
{

/// "a, b, c"
std::string optionNames(const ParameterInfo& info)
{
    std::string names;
    for (const ChoiceOption& option : info.options)
        names += (names.empty() ? "" : ", ") + std::string(option.name);
    return names;
}

std::string allowedRange(const ParameterInfo& info)
{
    if (std::isfinite(info.minimum) && std::isfinite(info.maximum))
        return fmt::format("{} to {}", info.minimum, formatQuantity(info.maximum, info.unit));
    if (std::isfinite(info.minimum))
        return fmt::format("at least {}", formatQuantity(info.minimum, info.unit));
    if (std::isfinite(info.maximum))
        return fmt::format("at most {}", formatQuantity(info.maximum, info.unit));
    return "any finite number";
}

void checkRange(const ParameterInfo& info, double value)
{
    if (!std::isfinite(value) || value < info.minimum || value > info.maximum)
        fail(ErrorKind::Scene, "parameter '{}' is {}; allowed is {}", info.key, formatQuantity(value, info.unit),
             allowedRange(info));
}

/// Splits at commas where there are any, else at white space.
std::vector<std::string_view> splitComponents(std::string_view text)
{
    const std::string_view separators = text.find(',') != std::string_view::npos ? "," : " \t";
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(separators);
        const std::string_view part = text.substr(0, end);
        if (separators == "," || !part.empty())
            parts.push_back(part);
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

Vector3 parseComponents(const ParameterInfo& info, std::string_view text)
{
    const std::vector<std::string_view> parts = splitComponents(text);
    if (parts.size() != 3)
        fail(ErrorKind::Usage, "'{}' is not three numbers such as '0, 0, 1'", text);
    return {parseQuantity(parts[0], info.unit), parseQuantity(parts[1], info.unit), parseQuantity(parts[2], info.unit)};
}

bool parseSwitch(std::string_view text)
{
    if (text == "on" || text == "true" || text == "yes" || text == "1")
        return true;
    if (text == "off" || text == "false" || text == "no" || text == "0")
        return false;
    fail(ErrorKind::Usage, "'{}' is neither on nor off", text);
}

std::int64_t parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, status] = std::from_chars(begin, text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size())
        fail(ErrorKind::Usage, "'{}' is not a whole number", text);
    return value;
}

} // namespace

std::string_view name(ParameterType type)
{
    constexpr std::string_view names[] = {"switch", "integer", "number", "choice", "vector", "colour", "path", "text"};
    return names[static_cast<int>(type)];
}

void checkParameter(const ParameterInfo& info, const ParameterValue& value)
{
    if (static_cast<std::size_t>(info.type) != value.index())
        fail(ErrorKind::Scene, "parameter '{}' is {}, not {}", info.key, withArticle(name(info.type)),
             withArticle(name(static_cast<ParameterType>(value.index()))));
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        checkRange(info, static_cast<double>(*integer));
    else if (const auto* number = std::get_if<double>(&value))
        checkRange(info, *number);
    else if (const auto* vector = std::get_if<Vector3>(&value))
        for (const double component : *vector)
            checkRange(info, component);
    else if (const auto* colour = std::get_if<Colour>(&value))
        for (const double component : {colour->red, colour->green, colour->blue})
            checkRange(info, component);
    else if (const auto* choice = std::get_if<ChoiceName>(&value)) {
        std::vector<std::string_view> names;
        for (const ChoiceOption& option : info.options)
            names.push_back(option.name);
        if (std::find(names.begin(), names.end(), choice->text) == names.end()) {
            const std::string nearest = nearestName(choice->text, names);
            fail(ErrorKind::Scene, "parameter '{}' has no option '{}'{}; the options are {}", info.key, choice->text,
                 nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), optionNames(info));
        }
    }
}

ParameterValue parseParameter(const ParameterInfo& info, std::string_view text)
{
    switch (info.type) {
    case ParameterType::Switch: return parseSwitch(text);
    case ParameterType::Integer: return parseInteger(text);
    case ParameterType::Number: return parseQuantity(text, info.unit);
    case ParameterType::Choice: return ChoiceName{std::string(text)};
    case ParameterType::Vector: return parseComponents(info, text);
    case ParameterType::Colour: {
        const Vector3 rgb = parseComponents(info, text);
        return Colour{rgb.x(), rgb.y(), rgb.z()};
    }
    case ParameterType::Path: return FilePath{std::string(text)};
    case ParameterType::Text: return Text{std::string(text)};
    }
    return false;
}

std::string formatParameter(const ParameterInfo& info, const ParameterValue& value)
{
    struct Formatter {
        const ParameterInfo& info;
        std::string operator()(bool on) const { return on ? "on" : "off"; }
        std::string operator()(std::int64_t integer) const { return fmt::format("{}", integer); }
        std::string operator()(double number) const { return formatQuantity(number, info.unit); }
        std::string operator()(const ChoiceName& choice) const { return choice.text; }
        std::string operator()(const Vector3& v) const
        {
            return fmt::format("{}, {}, {}", formatQuantity(v.x(), info.unit), formatQuantity(v.y(), info.unit),
                               formatQuantity(v.z(), info.unit));
        }
        std::string operator()(const Colour& c) const { return fmt::format("{}, {}, {}", c.red, c.green, c.blue); }
        std::string operator()(const FilePath& path) const { return path.text; }
        std::string operator()(const Text& words) const { return words.text; }
    };
    return std::visit(Formatter{info}, value);
}

void addToHash(ContentHash& hash, const ParameterValue& value)
{
    struct Adder {
        ContentHash& hash;
        void operator()(bool on) const { hash.add(on); }
        void operator()(std::int64_t integer) const { hash.add(integer); }
        void operator()(double number) const { hash.add(number); }
        void operator()(const ChoiceName& choice) const { hash.add(choice.text); }
        void operator()(const Vector3& v) const { hash.add(v.x()).add(v.y()).add(v.z()); }
        void operator()(const Colour& c) const { hash.add(c.red).add(c.green).add(c.blue); }
        void operator()(const FilePath& path) const { hash.add(path.text); }
        void operator()(const Text& words) const { hash.add(words.text); }
    };
    hash.add(static_cast<int>(value.index()));
    std::visit(Adder{hash}, value);
}

std::string nearestName(std::string_view text, const std::vector<std::string_view>& candidates)
{
    const auto editDistance = [&](std::string_view a, std::string_view b) {
        std::vector<std::size_t> row(b.size() + 1);
        for (std::size_t j = 0; j <= b.size(); ++j)
            row[j] = j;
        for (std::size_t i = 1; i <= a.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= b.size(); ++j) {
                const std::size_t substitute = diagonal + (lowerCase(a[i - 1]) == lowerCase(b[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
            }
        }
        return row[b.size()];
    };
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(text.size() / 2, 2) + 1;
    for (const std::string_view candidate : candidates) {
        const bool contained = text.size() >= 3 && candidate.find(text) != std::string_view::npos;
        const std::size_t distance = contained ? 1 : editDistance(text, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

} // namespace sastrugi
