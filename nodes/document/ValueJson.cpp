#include "nodes/document/ValueJson.h"

#include "engine/core/Error.h"

#include <cmath>

namespace sastrugi
{

namespace
{

using Kind = JsonValue::Kind;

std::string expected(const ParameterInfo& info)
{
    const std::string unit = info.unit == Unit::None ? "" : fmt::format(" in {}", symbol(info.unit));
    const std::string quantity = info.unit == Unit::None
                                     ? "a number"
                                     : fmt::format("a number{} or a text such as \"1 {}\"", unit, symbol(info.unit));
    switch (info.type) {
    case ParameterType::Switch: return "true or false";
    case ParameterType::Integer: return "a whole number";
    case ParameterType::Number: return quantity;
    case ParameterType::Choice: return "the name of an option, in quotes";
    case ParameterType::Vector: return fmt::format("three numbers{} such as [0, 0, 1]", unit);
    case ParameterType::Colour: return "red, green and blue such as [1, 0.5, 0]";
    case ParameterType::Path: return "the name of a file, in quotes";
    case ParameterType::Text: return "a text, in quotes";
    }
    return {};
}

[[noreturn]] void refuse(const ParameterInfo& info, const JsonValue& json)
{
    constexpr std::size_t longest = 60;
    const std::string shown(json.raw.substr(0, longest));
    fail(ErrorKind::Scene, "parameter '{}' is {}{}; expected is {}", info.key, shown,
         json.raw.size() > longest ? "..." : "", expected(info));
}

double quantity(const ParameterInfo& info, const JsonValue& json, const JsonValue& whole)
{
    if (json.kind == Kind::Number)
        return json.number();
    if (json.kind != Kind::String)
        refuse(info, whole);
    try {
        return parseQuantity(json.text(), info.unit);
    } catch (const Error& error) {
        fail(ErrorKind::Scene, "parameter '{}': {}", info.key, error.what());
    }
}

std::int64_t wholeNumber(const ParameterInfo& info, const JsonValue& json)
{
    constexpr double largest = 9007199254740992.0; // 2^53: beyond it a double has no whole numbers of its own
    if (json.kind != Kind::Number || json.number() != std::floor(json.number()) || std::abs(json.number()) > largest)
        refuse(info, json);
    return static_cast<std::int64_t>(json.number());
}

Vector3 triple(const ParameterInfo& info, const JsonValue& json)
{
    if (json.kind != Kind::Array || json.elements.size() != 3)
        refuse(info, json);
    return {quantity(info, json.elements[0], json), quantity(info, json.elements[1], json),
            quantity(info, json.elements[2], json)};
}

std::string quotedText(const ParameterInfo& info, const JsonValue& json)
{
    if (json.kind != Kind::String)
        refuse(info, json);
    return json.text();
}

ParameterValue read(const ParameterInfo& info, const JsonValue& json)
{
    switch (info.type) {
    case ParameterType::Switch:
        if (json.kind != Kind::Boolean)
            refuse(info, json);
        return json.isTrue();
    case ParameterType::Integer: return wholeNumber(info, json);
    case ParameterType::Number: return quantity(info, json, json);
    case ParameterType::Choice: return ChoiceName{quotedText(info, json)};
    case ParameterType::Vector: return triple(info, json);
    case ParameterType::Colour: {
        const Vector3 rgb = triple(info, json);
        return Colour{rgb.x(), rgb.y(), rgb.z()};
    }
    case ParameterType::Path: return FilePath{quotedText(info, json)};
    case ParameterType::Text: return Text{quotedText(info, json)};
    }
    refuse(info, json);
}

} // namespace

ParameterValue parameterFromJson(const ParameterInfo& info, const JsonValue& json)
{
    ParameterValue value = read(info, json);
    checkParameter(info, value);
    return value;
}

std::string parameterToJson(const ParameterValue& value)
{
    struct Writer {
        std::string operator()(bool on) const { return on ? "true" : "false"; }
        std::string operator()(std::int64_t integer) const { return fmt::format("{}", integer); }
        std::string operator()(double number) const { return fmt::format("{}", number); }
        std::string operator()(const ChoiceName& choice) const { return quotedJson(choice.text); }
        std::string operator()(const Vector3& v) const { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }
        std::string operator()(const Colour& c) const { return fmt::format("[{}, {}, {}]", c.red, c.green, c.blue); }
        std::string operator()(const FilePath& path) const { return quotedJson(path.text); }
        std::string operator()(const Text& words) const { return quotedJson(words.text); }
    };
    return std::visit(Writer{}, value);
}

} // namespace sastrugi
