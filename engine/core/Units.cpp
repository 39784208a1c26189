#include "engine/core/Units.h"

#include "engine/core/Error.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace sastrugi
{

namespace
{

/// Exponents of m, kg, s, K, rad, byte.
using Dimension = std::array<int, 6>;

struct UnitOfText {
    Dimension dimension{};
    double scale = 1;
    double offset = 0; // SI value = typed * scale + offset
};

struct Symbol {
    std::string_view name;
    UnitOfText unit;
};

constexpr Dimension length{1, 0, 0, 0, 0, 0}, mass{0, 1, 0, 0, 0, 0}, time{0, 0, 1, 0, 0, 0},
    temperature{0, 0, 0, 1, 0, 0}, angle{0, 0, 0, 0, 1, 0}, information{0, 0, 0, 0, 0, 1}, pressure{-1, 1, -2, 0, 0, 0},
    force{1, 1, -2, 0, 0, 0}, energy{2, 1, -2, 0, 0, 0}, heatFlow{2, 1, -3, 0, 0, 0}, frequency{0, 0, -1, 0, 0, 0},
    none{};

constexpr Symbol symbols[] = {
    {"m", {length, 1}},
    {"mm", {length, 1e-3}},
    {"cm", {length, 1e-2}},
    {"dm", {length, 0.1}},
    {"km", {length, 1e3}},
    {"um", {length, 1e-6}},
    {"in", {length, 0.0254}},
    {"ft", {length, 0.3048}},
    {"kg", {mass, 1}},
    {"g", {mass, 1e-3}},
    {"mg", {mass, 1e-6}},
    {"t", {mass, 1e3}},
    {"s", {time, 1}},
    {"ms", {time, 1e-3}},
    {"us", {time, 1e-6}},
    {"min", {time, 60}},
    {"h", {time, 3600}},
    {"K", {temperature, 1}},
    {"degC", {temperature, 1, 273.15}},
    {"\u00b0C", {temperature, 1, 273.15}},
    {"Pa", {pressure, 1}},
    {"hPa", {pressure, 1e2}},
    {"kPa", {pressure, 1e3}},
    {"MPa", {pressure, 1e6}},
    {"GPa", {pressure, 1e9}},
    {"bar", {pressure, 1e5}},
    {"N", {force, 1}},
    {"kN", {force, 1e3}},
    {"J", {energy, 1}},
    {"kJ", {energy, 1e3}},
    {"W", {heatFlow, 1}},
    {"kW", {heatFlow, 1e3}},
    {"Hz", {frequency, 1}},
    {"rad", {angle, 1}},
    {"deg", {angle, std::numbers::pi / 180}},
    {"\u00b0", {angle, std::numbers::pi / 180}},
    {"%", {none, 0.01}},
    {"B", {information, 1}},
    {"kB", {information, 1e3}},
    {"MB", {information, 1e6}},
    {"GB", {information, 1e9}},
    {"TB", {information, 1e12}},
    {"KiB", {information, 0x1p10}},
    {"MiB", {information, 0x1p20}},
    {"GiB", {information, 0x1p30}},
    {"TiB", {information, 0x1p40}},
};

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

/// One factor such as "m^2"; the exponent may be negative.
std::optional<UnitOfText> readFactor(std::string_view text)
{
    int exponent = 1;
    if (const std::size_t caret = text.find('^'); caret != std::string_view::npos) {
        const std::string_view digits = text.substr(caret + 1);
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (status != std::errc() || end != digits.data() + digits.size() || std::abs(exponent) > 9)
            return {};
        text = trimmed(text.substr(0, caret));
    }
    if (text == "1")
        return UnitOfText{};
    for (const Symbol& symbol : symbols)
        if (symbol.name == text) {
            UnitOfText unit = symbol.unit;
            for (int& power : unit.dimension)
                power *= exponent;
            unit.scale = std::pow(unit.scale, exponent);
            return unit;
        }
    return {};
}

/// "kg/m^3", "m/s^2", "m*m"; every factor after a slash divides.
std::optional<UnitOfText> readUnit(std::string_view text)
{
    UnitOfText product;
    bool divide = false, single = true;
    while (true) {
        const std::size_t next = text.find_first_of("/*");
        std::optional<UnitOfText> factor = readFactor(trimmed(text.substr(0, next)));
        if (!factor)
            return {};
        for (std::size_t i = 0; i < product.dimension.size(); ++i)
            product.dimension[i] += divide ? -factor->dimension[i] : factor->dimension[i];
        product.scale *= divide ? 1 / factor->scale : factor->scale;
        product.offset = factor->offset;
        if (next == std::string_view::npos)
            break;
        divide = text[next] == '/';
        single = false;
        text = text.substr(next + 1);
    }
    if (!single)
        product.offset = 0;
    return product;
}

/// What may be typed for a quantity, for messages.
std::string expectedUnits(Unit unit) { return unit == Unit::Kelvin ? "K or degC" : std::string(symbol(unit)); }

} // namespace

std::string_view symbol(Unit unit)
{
    switch (unit) {
    case Unit::None: return "";
    case Unit::Metre: return "m";
    case Unit::Kilogram: return "kg";
    case Unit::Second: return "s";
    case Unit::Kelvin: return "K";
    case Unit::Pascal: return "Pa";
    case Unit::Radian: return "rad";
    case Unit::PerSecond: return "1/s";
    case Unit::MetrePerSecond: return "m/s";
    case Unit::MetrePerSecondSquared: return "m/s^2";
    case Unit::SquareMetrePerSecond: return "m^2/s";
    case Unit::KilogramPerCubicMetre: return "kg/m^3";
    case Unit::KilogramPerSquareMetreSecond: return "kg/m^2/s";
    case Unit::RadianPerSecond: return "rad/s";
    case Unit::Newton: return "N";
    case Unit::WattPerMetreKelvin: return "W/m/K";
    case Unit::WattPerSquareMetreKelvin: return "W/m^2/K";
    case Unit::JoulePerKilogramKelvin: return "J/kg/K";
    case Unit::Byte: return "B";
    }
    return "";
}

double parseQuantity(std::string_view text, Unit unit)
{
    const std::string_view whole = trimmed(text);
    double value = 0;
    const char* begin = whole.data() + (whole.starts_with('+') ? 1 : 0);
    const auto [end, status] = std::from_chars(begin, whole.data() + whole.size(), value);
    if (status != std::errc() || !std::isfinite(value))
        fail(ErrorKind::Usage, "'{}' is not a number{}{}", text, unit == Unit::None ? "" : " with a unit such as ",
             expectedUnits(unit));
    const std::string_view unitText = trimmed(whole.substr(static_cast<std::size_t>(end - whole.data())));
    if (unitText.empty())
        return value;

    const std::optional<UnitOfText> typed = readUnit(unitText);
    if (!typed)
        fail(ErrorKind::Usage, "'{}': '{}' is not a known unit{}{}", text, unitText,
             unit == Unit::None ? "; this value has none" : "; expected ", expectedUnits(unit));
    const UnitOfText wanted = unit == Unit::None ? UnitOfText{} : *readUnit(symbol(unit));
    if (typed->dimension != wanted.dimension)
        fail(ErrorKind::Usage, "'{}': '{}' does not fit{}{}", text, unitText,
             unit == Unit::None ? "; this value has no unit" : "; expected ", expectedUnits(unit));
    return value * typed->scale + typed->offset;
}

std::string formatQuantity(double value, Unit unit)
{
    return unit == Unit::None ? fmt::format("{}", value) : fmt::format("{} {}", value, symbol(unit));
}

} // namespace sastrugi
