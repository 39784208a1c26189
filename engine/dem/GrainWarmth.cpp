#include "engine/dem/GrainWarmth.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

constexpr double iceConductivity = 2.2, iceCapacity = 2050, waterCapacity = 4186;

double blend(double durability, double ofSnow, double ofIce) { return durability * ofSnow + (1 - durability) * ofIce; }

} // namespace

double GrainWarmth::conductivity(double durability) const
{
    return m_heat ? blend(durability, m_heat->conductivity, iceConductivity) : 0.0;
}

double GrainWarmth::capacity(double durability) const
{
    return blend(durability, m_heat ? m_heat->heatCapacity : HeatProperties().heatCapacity, iceCapacity);
}

double GrainWarmth::enthalpy(double durability, std::optional<double> temperature) const
{
    return m_heat ? (temperature.value_or(m_heat->temperature) - meltingPoint) * capacity(durability) : 0.0;
}

double GrainWarmth::temperature(double enthalpy, double durability) const
{
    if (enthalpy < 0)
        return meltingPoint + enthalpy / capacity(durability);
    return meltingPoint + std::max(0.0, enthalpy - latentHeat) / waterCapacity;
}

double GrainWarmth::molten(double enthalpy) const { return std::clamp(enthalpy / latentHeat, 0.0, 1.0); }

double GrainWarmth::melt(double enthalpy) const { return std::min(1.0, molten(enthalpy) / wetShare); }

double GrainWarmth::stiffness(double enthalpy, double durability) const
{
    if (!m_heat)
        return 1;
    const HeatProperties& heat = *m_heat;
    const double share =
        (temperature(enthalpy, durability) - heat.coldTemperature) / (heat.warmTemperature - heat.coldTemperature);
    return heat.coldStiffness + std::clamp(share, 0.0, 1.0) * (heat.warmStiffness - heat.coldStiffness);
}

} // namespace sastrugi
