#include "engine/motion/curveText.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/motion/textParts.h"

#include <array>
#include <optional>

namespace sastrugi
{

namespace
{

constexpr std::array<std::string_view, 4> kindNames = {"linear", "smooth", "step", "bezier"};

CurveKind parseKind(std::string_view text)
{
    for (std::size_t i = 0; i < kindNames.size(); ++i)
        if (text == kindNames[i])
            return static_cast<CurveKind>(i);
    fail(ErrorKind::Usage, "'{}' is no kind of section; linear, smooth, step and bezier are", text);
}

CurveHandle parseHandle(std::string_view text, Unit unit)
{
    const std::vector<std::string_view> parts = partsOf(text, ',');
    if (parts.size() != 2)
        fail(ErrorKind::Usage, "'{}' is no handle, which is 'time, value' from its key", text);
    return {parseQuantity(parts[0], Unit::Second), parseQuantity(parts[1], unit)};
}

std::string formatHandle(const CurveHandle& handle, Unit unit)
{
    return fmt::format("{}, {}", formatQuantity(handle.time, Unit::Second), formatQuantity(handle.value, unit));
}

std::optional<double> quantityIn(std::string_view text, Unit unit)
{
    try {
        return parseQuantity(text, unit);
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

std::vector<CurveKey> parseCurveKeys(std::string_view text, Unit unit, CurveKind kind)
{
    std::vector<CurveKey> keys;
    const std::string example =
        fmt::format("'time; value', such as '1 s; {}'", unit == Unit::Radian ? "90 deg" : "20 cm");
    forEachKeyLine(text, 2, 5, "the keys", example, [&](const auto& parts) {
        CurveKey key{parseQuantity(parts[0], Unit::Second), parseQuantity(parts[1], unit), kind};
        if (parts.size() > 2)
            key.kind = parseKind(parts[2]);
        if (parts.size() > 3)
            key.in = parseHandle(parts[3], unit);
        if (parts.size() > 4)
            key.out = parseHandle(parts[4], unit);
        keys.push_back(key);
    });
    return keys;
}

std::string formatCurveKeys(const std::vector<CurveKey>& keys, Unit unit)
{
    std::string text;
    for (const CurveKey& key : keys) {
        text += fmt::format("{}; {}; {}", formatQuantity(key.time, Unit::Second), formatQuantity(key.value, unit),
                            kindNames[static_cast<std::size_t>(key.kind)]);
        const bool hasIn = key.in.time != 0 || key.in.value != 0, hasOut = key.out.time != 0 || key.out.value != 0;
        if (hasIn || hasOut)
            text += "; " + formatHandle(key.in, unit);
        if (hasOut)
            text += "; " + formatHandle(key.out, unit);
        text += '\n';
    }
    return text;
}

Channel parseChannel(std::string_view text, Unit unit, const CurveDefaults& defaults, const FrameCount& frames)
{
    if (text.find(';') != std::string_view::npos)
        return Curve(parseCurveKeys(text, unit, defaults.kind), defaults.before, defaults.after);
    std::string line(text);
    for (char& letter : line)
        if (letter == '\n' || letter == '\r' || letter == '\t')
            letter = ' ';
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos)
        return 0.0;
    line = line.substr(first, line.find_last_not_of(' ') + 1 - first);
    if (const std::optional<double> number = quantityIn(line, unit))
        return *number;
    return Expression(line, frames);
}

} // namespace sastrugi
