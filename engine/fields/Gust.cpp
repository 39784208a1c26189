#include "engine/fields/Gust.h"

#include "engine/core/Error.h"
#include "engine/core/Random.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

class Gust : public VectorField
{
public:
    explicit Gust(const GustParameters& parameters) : m_parameters(parameters) {}

    void sample(const FieldPoints&, double time, std::span<Float4> velocities) const override
    {
        const Vector3f v = (strengthAt(time) * m_parameters.velocity).cast<float>();
        std::ranges::fill(velocities, Float4{v.x(), v.y(), v.z(), 0});
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("gust 1");
        addParametersToHash(hash, m_parameters);
    }

private:
    double strengthAt(double time) const
    {
        const double since = time - m_parameters.start;
        if (since < 0)
            return 0;
        const double number = m_parameters.interval > 0 ? std::floor(since / m_parameters.interval) : 0;
        const auto words = randomWords(static_cast<std::uint64_t>(m_parameters.seed),
                                       static_cast<std::uint64_t>(number), 0, RandomPurpose::Gust);
        const double slack = std::max(0.0, m_parameters.interval - m_parameters.duration);
        const double delay = m_parameters.irregularity * slack * static_cast<double>(unitInterval(words[0]));
        const double strength = 1 - m_parameters.irregularity * static_cast<double>(unitInterval(words[1]));
        const double part = (since - number * m_parameters.interval - delay) / m_parameters.duration;
        if (part <= 0 || part >= 1)
            return 0;
        return strength * 0.5 * (1 - std::cos(2 * std::numbers::pi * part));
    }

    GustParameters m_parameters;
};

} // namespace

void checkGust(const GustParameters& parameters)
{
    if (parameters.interval > 0 && parameters.interval < parameters.duration)
        fail(ErrorKind::Scene,
             "parameter 'interval' is {} s, shorter than 'duration', which is {} s; 0 is for one gust",
             parameters.interval, parameters.duration);
}

Field makeGust(const GustParameters& parameters)
{
    checkGust(parameters);
    return std::make_shared<Gust>(parameters);
}

} // namespace sastrugi
