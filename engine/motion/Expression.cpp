#include "engine/motion/Expression.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/math/ValueNoise.h"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double half = 0x1p-16; // of the chord of a rate, s: times are met to the bit

/// In (-1, 1), with patches of length 1.
double noise(const double* values, int count)
{
    if (count < 1 || count > 2)
        throw mu::ParserError("noise() takes a number, and perhaps a seed");
    const double seed = count == 2 ? values[1] : 0;
    if (!(std::abs(values[0]) < 9e15) || !(std::abs(seed) < 9e15))
        return std::numeric_limits<double>::quiet_NaN();
    return valueNoise({values[0], 0, 0}, static_cast<std::int64_t>(seed), 0, RandomPurpose::Noise);
}

double clampTo(double value, double low, double high)
{
    if (low > high)
        throw mu::ParserError(
            fmt::format("clamp() has the lower limit {}, which is above its upper one, {}", low, high));
    return std::min(std::max(value, low), high);
}

double smoothstep(double from, double to, double value)
{
    const double share = to == from ? (value < from ? 0 : 1) : clampTo((value - from) / (to - from), 0, 1);
    return share * share * (3 - 2 * share);
}

double degrees(double value) { return value * std::numbers::pi / 180; }

/// A '=' that is no comparison.
std::size_t assignmentIn(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '=') {
            if (i + 1 < text.size() && text[i + 1] == '=')
                ++i;
            else if (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos)
                return i;
        }
    return std::string_view::npos;
}

} // namespace

struct Expression::Parsed {
    std::string text;
    FrameCount frames;
    bool countsFrames = false;
    std::mutex mutex; // of what follows
    double time = 0, frame = 0, framesPerSecond = 0;
    mu::Parser parser;

    void define()
    {
        parser.DefineVar("t", &time);
        parser.DefineVar("frame", &frame);
        parser.DefineVar("fps", &framesPerSecond);
        parser.DefineConst("pi", std::numbers::pi);
        parser.DefineFun("noise", noise);
        parser.DefineFun("clamp", clampTo);
        parser.DefineFun("smoothstep", smoothstep);
        parser.DefinePostfixOprt("deg", degrees);
    }

    double valueAt(double seconds)
    {
        time = seconds;
        framesPerSecond = frames.framesPerSecond;
        frame = frames.first + seconds * framesPerSecond;
        return parser.Eval();
    }

    [[noreturn]] void refuse(std::size_t position, const std::string& why) const
    {
        fail(ErrorKind::Scene, "the expression '{}' is wrong at character {}: {}", text,
             std::min(position, text.size()) + 1, why);
    }

    [[noreturn]] void refuse(const mu::ParserError& error) const
    {
        // The token of an unknown name is the rest of the text from there.
        std::string token = error.GetToken();
        std::size_t position = error.GetPos() < 0 ? text.size() : static_cast<std::size_t>(error.GetPos());
        if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
            position = std::min(text.find(token), text.size());
            std::vector<std::string_view> known = {"t", "frame", "fps", "pi"};
            for (const auto& [name, call] : parser.GetFunDef())
                known.push_back(name);
            const std::string name = token.substr(0, token.find_first_not_of("0123456789_abcdefghijklmnopqrstuvwxyz"
                                                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
            const std::string near = nearestName(name, known);
            refuse(position, near.empty()
                                 ? fmt::format("'{}' is unknown; t, frame, fps, pi and functions are known", token)
                                 : fmt::format("'{}' is unknown; is '{}' meant?", token, near));
        }
        std::string why = error.GetMsg();
        if (!why.empty() && why.back() == '.')
            why.pop_back();
        if (error.GetPos() < 0) // what a function says
            fail(ErrorKind::Scene, "the expression '{}' is wrong: {}", text, why);
        refuse(position, why);
    }
};

Expression::Expression(std::string text, const FrameCount& frames) : m_parsed(std::make_shared<Parsed>())
{
    Parsed& parsed = *m_parsed;
    parsed.text = std::move(text);
    parsed.frames = frames;
    if (const std::size_t place = assignmentIn(parsed.text); place != std::string_view::npos)
        parsed.refuse(place, "nothing can be assigned; '==' compares");
    try {
        parsed.define();
        parsed.parser.SetExpr(parsed.text);
        parsed.valueAt(0);
        if (parsed.parser.GetNumResults() != 1)
            parsed.refuse(parsed.text.find(','), "it gives several values; one is wanted");
        // After an evaluation: this takes unknown names for variables.
        const auto used = parsed.parser.GetUsedVar();
        parsed.countsFrames = used.contains("frame") || used.contains("fps");
    } catch (const mu::ParserError& error) {
        parsed.refuse(error);
    }
}

const std::string& Expression::text() const { return m_parsed->text; }

double Expression::valueAt(double time) const
{
    double value = 0;
    try {
        const std::lock_guard lock(m_parsed->mutex);
        value = m_parsed->valueAt(time);
    } catch (const mu::ParserError& error) {
        fail(ErrorKind::Scene, "the expression '{}' is wrong at {} s: {}", m_parsed->text, time, error.GetMsg());
    }
    if (!std::isfinite(value))
        fail(ErrorKind::Scene, "the expression '{}' is not finite at {} s", m_parsed->text, time);
    return value;
}

double Expression::rateAt(double time) const { return (valueAt(time + half) - valueAt(time - half)) / (2 * half); }

double Expression::largestRate(double from, double to) const
{
    const int parts = static_cast<int>(std::clamp(std::ceil((to - from) / 1e-3), 64.0, 4096.0));
    double largest = 0, difference = 0, before = rateAt(from), valueBefore = valueAt(from);
    for (int i = 1; i <= parts; ++i) {
        const double time = from + (to - from) * i / parts, value = valueAt(time), rate = rateAt(time);
        largest = std::max({largest, std::abs(before), std::abs(rate)});
        difference = std::max(difference, std::abs(rate - before));
        if (to > from) // the chord, which a kink hides from the rates
            largest = std::max(largest, std::abs(value - valueBefore) * parts / (to - from));
        before = rate;
        valueBefore = value;
    }
    return largest + difference;
}

void Expression::addToHash(ContentHash& hash) const
{
    hash.add("expression 1").add(m_parsed->text).add(m_parsed->countsFrames);
    if (m_parsed->countsFrames)
        hash.add(m_parsed->frames.framesPerSecond).add(m_parsed->frames.first);
}

} // namespace sastrugi
