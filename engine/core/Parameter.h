// Parameters, declared once.
//
// A set of parameters is a plain struct with default initialisers and one function
//     auto parameters(Tag<MyParameters>) { return std::tuple{number(&MyParameters::cellSize, ...), ...}; }
// found by argument-dependent lookup. Editors, JSON, checks, hashes, the command line, the generated
// help and the tests all read that table, typed through forEachParameter() or by key through
// ParameterTable. A default is never repeated: it is the value in a default-constructed struct.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Units.h"
#include "engine/core/Vector.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace sastrugi
{

template <class T>
using Tag = std::type_identity<T>;

/// Linear RGB, each in [0, 1].
struct Colour {
    double red = 0, green = 0, blue = 0;
    bool operator==(const Colour&) const = default;
};

/// A file named by the user; relative paths are relative to the scene file. UTF-8.
struct FilePath {
    std::string text;
    bool operator==(const FilePath&) const = default;
};

/// The name of one of the options of a choice.
struct ChoiceName {
    std::string text;
    bool operator==(const ChoiceName&) const = default;
};

/// Words that the user reads, perhaps on several lines. UTF-8.
struct Text {
    std::string text;
    bool operator==(const Text&) const = default;
};

/// The value of any parameter, detached from its struct: what the graph, files and editors hold.
using ParameterValue = std::variant<bool, std::int64_t, double, ChoiceName, Vector3, Colour, FilePath, Text>;

/// In the order of ParameterValue's alternatives.
enum class ParameterType { Switch, Integer, Number, Choice, Vector, Colour, Path, Text };

std::string_view name(ParameterType type);

struct ChoiceOption {
    std::string_view name;
    int value;
    std::string_view doc;
};

/// Everything that is known of a parameter besides its value.
struct ParameterInfo {
    std::string_view key;
    ParameterType type = ParameterType::Number;
    Unit unit = Unit::None;
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    std::string_view doc;
    std::vector<ChoiceOption> options = {}; // of a choice
    std::string_view zeroMeaning = {};      // of a number: what zero stands for, "automatic"; empty: an amount
    bool isOneLine = false;                 // of a text
};

template <class P, class T>
struct Parameter {
    T P::*member;
    ParameterInfo info;
};

template <class P>
Parameter<P, double> number(double P::*member, std::string_view key, Unit unit, double minimum, double maximum,
                            std::string_view doc)
{
    return {member, {key, ParameterType::Number, unit, minimum, maximum, doc}};
}

template <class P>
Parameter<P, std::int64_t> integer(std::int64_t P::*member, std::string_view key, std::int64_t minimum,
                                   std::int64_t maximum, std::string_view doc)
{
    return {member,
            {key, ParameterType::Integer, Unit::None, static_cast<double>(minimum), static_cast<double>(maximum), doc}};
}

template <class P>
Parameter<P, bool> toggle(bool P::*member, std::string_view key, std::string_view doc)
{
    return {member, {key, ParameterType::Switch, Unit::None, 0, 1, doc}};
}

template <class E>
struct Option {
    std::string_view name;
    E value;
    std::string_view doc;
};

template <class P, class E>
Parameter<P, E> choice(E P::*member, std::string_view key,
                       std::initializer_list<Option<std::type_identity_t<E>>> options, std::string_view doc)
{
    ParameterInfo info{key, ParameterType::Choice, Unit::None, 0, 0, doc};
    for (const Option<E>& option : options)
        info.options.push_back({option.name, static_cast<int>(option.value), option.doc});
    return {member, std::move(info)};
}

/// `minimum` and `maximum` hold for each component.
template <class P>
Parameter<P, Vector3> vector(Vector3 P::*member, std::string_view key, Unit unit, double minimum, double maximum,
                             std::string_view doc)
{
    return {member, {key, ParameterType::Vector, unit, minimum, maximum, doc}};
}

template <class P>
Parameter<P, Colour> colour(Colour P::*member, std::string_view key, std::string_view doc)
{
    return {member, {key, ParameterType::Colour, Unit::None, 0, 1, doc}};
}

template <class P>
Parameter<P, FilePath> path(FilePath P::*member, std::string_view key, std::string_view doc)
{
    return {member, {key, ParameterType::Path, Unit::None, 0, 0, doc}};
}

/// A number, or integer, of which zero is no amount: zeroMeans("automatic", number(...)).
template <class P, class T>
Parameter<P, T> zeroMeans(std::string_view meaning, Parameter<P, T> parameter)
{
    parameter.info.zeroMeaning = meaning;
    return parameter;
}

/// Words on one line.
template <class P>
Parameter<P, Text> line(Text P::*member, std::string_view key, std::string_view doc)
{
    Parameter<P, Text> parameter{member, {key, ParameterType::Text, Unit::None, 0, 0, doc}};
    parameter.info.isOneLine = true;
    return parameter;
}

template <class P>
Parameter<P, Text> words(Text P::*member, std::string_view key, std::string_view doc)
{
    return {member, {key, ParameterType::Text, Unit::None, 0, 0, doc}};
}

/// Calls visit(info, value) for each parameter of `values`, in the order of the table.
template <class Values, class Visit>
void forEachParameter(Values& values, Visit&& visit)
{
    std::apply([&](const auto&... parameter) { (visit(parameter.info, values.*parameter.member), ...); },
               parameters(Tag<std::remove_const_t<Values>>{}));
}

/// Throws Error(Scene) that names the key, the value, its unit and the allowed range, when `value` does not fit
/// `info`: the wrong type, not finite, out of range, or an unknown option (with the nearest known name).
void checkParameter(const ParameterInfo& info, const ParameterValue& value);

/// Reads what was typed for a parameter: units, vectors as "1 2 3", "1, 2, 3" or "1 cm, 2 cm, 3 cm", on/off, names.
/// Throws Error(Usage) with a sentence. Does not check the range.
ParameterValue parseParameter(const ParameterInfo& info, std::string_view text);

/// The text that parseParameter() reads back as `value`.
std::string formatParameter(const ParameterInfo& info, const ParameterValue& value);

/// Adds type and value; equal values have equal hashes.
void addToHash(ContentHash& hash, const ParameterValue& value);

/// The candidate with the fewest edits to `text`, or an empty string when none is near.
std::string nearestName(std::string_view text, const std::vector<std::string_view>& candidates);

template <class T>
ParameterValue toParameterValue(const ParameterInfo& info, const T& value)
{
    if constexpr (std::is_enum_v<T>) {
        for (const ChoiceOption& option : info.options)
            if (option.value == static_cast<int>(value))
                return ChoiceName{std::string(option.name)};
        return ChoiceName{};
    } else
        return value;
}

/// `value` must have passed checkParameter().
template <class T>
void fromParameterValue(const ParameterInfo& info, const ParameterValue& value, T& target)
{
    if constexpr (std::is_enum_v<T>) {
        for (const ChoiceOption& option : info.options)
            if (option.name == std::get<ChoiceName>(value).text)
                target = static_cast<T>(option.value);
    } else
        target = std::get<T>(value);
}

/// Adds key and value of every parameter.
template <class Values>
void addParametersToHash(ContentHash& hash, const Values& values)
{
    forEachParameter(values, [&](const ParameterInfo& info, const auto& value) {
        hash.add(info.key);
        addToHash(hash, toParameterValue(info, value));
    });
}

} // namespace sastrugi
