// The largest time step of the SPH method. The bounds are
//     dt <= C_v h / max |v|,  dt <= 1/4 sqrt(h / max |a|),  dt <= C_e / |sym grad v|,  dt <= dt_max,
//     dt <= 0.4 h / max |v_b|, |v_b - v| for what moves of the boundaries,
// growth by at most a tenth, and half a step after a solve that had trouble.
#pragma once

#include "engine/sph/SphKernels.h"
#include "engine/sph/SphParameters.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace sastrugi
{

class TimeStepControl
{
public:
    /// Before the first step.
    TimeStepControl(const SphParameters& parameters, double largestSpeed, double gravity);

    double largestStep() const { return m_step; }
    /// What bounds it: a static string.
    std::string_view limiter() const;

    /// After a step: from the fastest particle, the largest acceleration and the strain rates (negative: not counted).
    void update(const SphParameters& parameters, const MotionExtremes& extremes, std::span<const float> strainRates,
                bool hadTrouble);
    /// For particles that are added with that speed, m/s.
    void expectSpeed(const SphParameters& parameters, double speed);
    /// For boundaries that move with that speed, or meet snow with it, m/s.
    void expectWalls(const SphParameters& parameters, double speed);
    /// After a step that came to nothing.
    void halve();

    void save(std::map<std::string, double>& numbers) const;
    void restore(const std::map<std::string, double>& numbers);

private:
    enum class Limiter { Largest, Speed, Acceleration, Strain, Growth, Trouble, Wall }; // numbered in checkpoints
    void bound(double step, Limiter limiter);

    double m_step = 0; // seconds
    Limiter m_limiter = Limiter::Largest;
};

/// The step that is never exceeded, seconds.
double largestTimeStepOf(const SphParameters& parameters);

} // namespace sastrugi
