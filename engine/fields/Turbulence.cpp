#include "engine/fields/Turbulence.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/core/Random.h"
#include "engine/fields/TurbulenceKernel.h"

#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

/// Root mean square of the curl of the noise, in cells. Measured; VectorFieldTest holds it to what it is.
constexpr double speedOfNoise = 1.22;

class Turbulence : public VectorField
{
public:
    explicit Turbulence(const TurbulenceParameters& parameters) : m_parameters(parameters) {}

    void sample(const FieldPoints& points, double time, std::span<Float4> velocities) const override
    {
        SASTRUGI_ASSERT(points.positions.size() == velocities.size(), "a field gives a velocity per position");
        TurbulenceNow now;
        now.octaves = static_cast<std::size_t>(m_parameters.octaves);
        double sum = 0; // of the squares of the relative speeds
        for (std::size_t k = 0; k < now.octaves; ++k)
            sum += std::exp2(-2.0 / 3 * static_cast<double>(k));
        for (std::size_t k = 0; k < now.octaves; ++k)
            now.octave[k] = octave(k, points.origin, time, m_parameters.speed / (speedOfNoise * std::sqrt(sum)));
        SASTRUGI_DISPATCH(activeIsa(), turbulence)
        (now, points.positions.data(), velocities.size(), velocities.data());
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("turbulence 1");
        addParametersToHash(hash, m_parameters);
    }

private:
    TurbulenceOctave octave(std::size_t index, const Vector3& origin, double time, double speed) const
    {
        const double k = static_cast<double>(index);
        TurbulenceOctave octave{};
        const double inverseScale = std::exp2(k) / m_parameters.scale;
        octave.inverseScale = static_cast<float>(inverseScale);
        const Vector3 place = (origin - time * m_parameters.drift) * inverseScale;
        for (int axis = 0; axis < 3; ++axis) {
            const double cell = std::floor(place[axis]);
            octave.cell[axis] = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell));
            octave.offset[axis] = static_cast<float>(place[axis] - cell);
        }
        double turn = 0; // number of the noise that gives way, and how far it has
        if (m_parameters.changeTime > 0)
            turn = time / (m_parameters.changeTime * std::exp2(-2.0 / 3 * k));
        const double number = std::floor(turn), part = turn - number;
        const double angle = part * part * (3 - 2 * part) * std::numbers::pi / 2;
        const double amplitude = speed * std::exp2(-k / 3);
        octave.amplitude[0] = static_cast<float>(amplitude * std::cos(angle));
        octave.amplitude[1] = part > 0 ? static_cast<float>(amplitude * std::sin(angle)) : 0;
        for (std::int64_t noise : {0, 1})
            octave.pattern[noise] = randomWords(static_cast<std::uint64_t>(m_parameters.seed),
                                                static_cast<std::uint64_t>(static_cast<std::int64_t>(number) + noise),
                                                static_cast<std::uint32_t>(index), RandomPurpose::Turbulence)[0];
        return octave;
    }

    TurbulenceParameters m_parameters;
};

} // namespace

Field makeTurbulence(const TurbulenceParameters& parameters) { return std::make_shared<Turbulence>(parameters); }

} // namespace sastrugi
