// What heat does to a grain: section 6.4 of the specification, after Iwasaki et al. 2010.
//
// A grain holds heat as enthalpy above ice at the melting point, J/kg: below zero it is cold, from there to the latent
// heat it melts, above that it is water, which still moves as a wet grain. So nothing is lost between warming, melting
// and freezing, however long the steps are.
#pragma once

#include "engine/materials/HeatProperties.h"

#include <algorithm>
#include <optional>

namespace sastrugi
{

class GrainWarmth
{
public:
    static constexpr double meltingPoint = 273.15; // K
    static constexpr double latentHeat = 3.34e5;   // J/kg
    static constexpr double wetShare = 0.08;       // molten, at which a grain is as wet as can be

    /// Without properties grains are insulated, and stay as they are.
    explicit GrainWarmth(const std::optional<HeatProperties>& heat) : m_heat(heat) {}

    /// At the start, J/kg; `temperature` in kelvin, where it is not that of the properties.
    double enthalpy(double durability, std::optional<double> temperature = {}) const;
    /// K
    double temperature(double enthalpy, double durability) const;
    /// Share of the mass that is water.
    double molten(double enthalpy) const;
    /// How wet melting has made it, 0 to 1.
    double melt(double enthalpy) const;
    /// Factor on Young's modulus.
    double stiffness(double enthalpy, double durability) const;

    /// The least factor on it.
    double least() const { return m_heat ? std::min(m_heat->coldStiffness, m_heat->warmStiffness) : 1.0; }

    bool conducts() const { return m_heat.has_value(); }
    /// W/m/K
    double conductivity(double durability) const;
    /// J/kg/K, while it is cold.
    double capacity(double durability) const;

private:
    std::optional<HeatProperties> m_heat;
};

} // namespace sastrugi
