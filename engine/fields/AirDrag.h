// What air does to a flake that moves through it: the drag of a sphere, in double. For set-up, emitters and methods of
// single grains; the hot loops of a method have the same law in their own form.
//
// Liu, Mather, Reitz 1993, doi 10.4271/930072, without the deformation of drops; as Gissler et al. 2017 use it in
// "Approximate air-fluid interactions for SPH". Between Reynolds numbers of 0.2 and some 100,000.
#pragma once

namespace sastrugi
{

constexpr double airDensity = 1.2041;     // kg/m^3, at 20 degrees C
constexpr double airViscosity = 1.845e-5; // Pa s

/// Radius of a sphere with the volume of a cube of the given edge, m.
double radiusOfFlake(double spacing);

/// Reynolds number of a sphere of that radius; at least 0.2, below which the law does not reach.
double reynoldsNumber(double radius, double speed);

/// Drag coefficient of a rigid sphere; continuous at a Reynolds number of 1000, from where on it is constant.
double sphereDragCoefficient(double reynolds);

/// Rate k at which a sphere's velocity approaches that of the air, 1/s: a = k (u - v).
double dragRate(double radius, double mass, double speed);

/// Speed at which the drag of still air, times `scale`, holds a flake of snow of that density, m/s.
double terminalSpeed(double spacing, double density, double gravity, double scale = 1);

} // namespace sastrugi
