#include "engine/sph/TimeStepControl.h"

#include "engine/core/Error.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sastrugi
{

namespace
{

/// The value that all but a thousandth of the non-negative numbers do not exceed, rounded up by at most an eighth.
/// A histogram over the leading bits of the floats, so that the order of the particles does not matter.
double nearlyLargest(std::span<const float> values)
{
    constexpr int shift = 20; // sign, exponent and three bits of the mantissa remain
    std::vector<std::uint32_t> bins(std::size_t{1} << (32 - shift));
    std::size_t count = 0;
    for (const float value : values)
        if (value >= 0) {
            ++bins[std::bit_cast<std::uint32_t>(value) >> shift];
            ++count;
        }
    std::size_t above = 0;
    for (std::size_t bin = bins.size() / 2; bin-- > 0;) {
        above += bins[bin];
        if (bins[bin] > 0 && above * 1000 > count)
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bin + 1) << shift));
    }
    return 0;
}

} // namespace

double largestTimeStepOf(const SphParameters& parameters)
{
    return parameters.largestTimeStep > 0 ? parameters.largestTimeStep : parameters.spacing / 10;
}

TimeStepControl::TimeStepControl(const SphParameters& parameters, double largestSpeed, double gravity)
    : m_step(largestTimeStepOf(parameters))
{
    if (largestSpeed > 0)
        bound(parameters.cflNumber * parameters.spacing / largestSpeed, Limiter::Speed);
    if (gravity > 0)
        bound(0.25 * std::sqrt(parameters.spacing / gravity), Limiter::Acceleration);
}

std::string_view TimeStepControl::limiter() const
{
    constexpr std::string_view names[] = {"largest step", "speed",   "acceleration", "strain rate",
                                          "growth",       "trouble", "moving wall"};
    return names[static_cast<int>(m_limiter)];
}

void TimeStepControl::bound(double step, Limiter limiter)
{
    if (step < m_step) {
        m_step = step;
        m_limiter = limiter;
    }
}

void TimeStepControl::update(const SphParameters& parameters, const MotionExtremes& extremes,
                             std::span<const float> strainRates, bool hadTrouble)
{
    const double grown = (hadTrouble ? 0.5 : 1.1) * m_step;
    m_step = largestTimeStepOf(parameters);
    m_limiter = Limiter::Largest;
    bound(grown, hadTrouble ? Limiter::Trouble : Limiter::Growth);
    const double speed = std::sqrt(static_cast<double>(extremes.largestSpeedSquared));
    const double acceleration = std::sqrt(static_cast<double>(extremes.largestAccelerationSquared));
    if (speed > 0)
        bound(parameters.cflNumber * parameters.spacing / speed, Limiter::Speed);
    if (acceleration > 0)
        bound(0.25 * std::sqrt(parameters.spacing / acceleration), Limiter::Acceleration);
    if (const double rate = nearlyLargest(strainRates); rate > 0)
        bound(parameters.strainLimit / rate, Limiter::Strain);
}

void TimeStepControl::expectSpeed(const SphParameters& parameters, double speed)
{
    if (speed > 0)
        bound(parameters.cflNumber * parameters.spacing / speed, Limiter::Speed);
}

void TimeStepControl::expectWalls(const SphParameters& parameters, double speed)
{
    // Spacings per step, whatever the CFL number: a wall and snow that come from out of each other's reach, two
    // spacings, must meet in it before they pass.
    constexpr double furthest = 0.4;
    if (speed > 0)
        bound(furthest * parameters.spacing / speed, Limiter::Wall);
}

void TimeStepControl::halve()
{
    m_step *= 0.5;
    m_limiter = Limiter::Trouble;
}

void TimeStepControl::save(std::map<std::string, double>& numbers) const
{
    numbers["timeStep"] = m_step;
    numbers["timeStepLimiter"] = static_cast<double>(m_limiter);
}

void TimeStepControl::restore(const std::map<std::string, double>& numbers)
{
    const auto number = [&](const char* name) {
        const auto found = numbers.find(name);
        if (found == numbers.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks the number '{}'", name);
        return found->second;
    };
    m_step = number("timeStep");
    m_limiter = static_cast<Limiter>(static_cast<int>(number("timeStepLimiter")));
}

} // namespace sastrugi
