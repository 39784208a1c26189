// A rigid motion as keys of its own, whatever it was made of: for other programs, and for Animated Transform.
#pragma once

#include "engine/io/curveTable.h"
#include "engine/motion/RigidMotion.h"

#include <span>

namespace sastrugi
{

/// Where what is at the origin of coordinates without the motion goes: x, y, z in metres, and the angles about the
/// fixed axes, the first about x, as of rotationMatrix(), rotationX, rotationY, rotationZ, in radians. Angles go on
/// from time to time by the shortest way, so that times must be close enough to tell turns apart.
CurveTable motionTable(const RigidMotion& motion, std::span<const double> times);

} // namespace sastrugi
