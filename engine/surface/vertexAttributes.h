// What the particles around a point of the surface are like.
#pragma once

#include "engine/core/Stop.h"
#include "engine/particles/Attributes.h"
#include "engine/surface/SurfaceParticles.h"

#include <vector>

namespace sastrugi
{

/// Those that the parameters choose. Throws Error(Scene) that names one that is not there, or is no number that can be
/// mixed.
std::vector<const AttributeArray*> surfaceAttributes(const Attributes& particles, const SurfaceParameters& parameters);

/// Means over the particles around each point. Throws Error(Interrupted) when stopped.
Attributes attributesAt(const std::vector<Vector3>& points, const SurfaceParticles& particles,
                        const std::vector<const AttributeArray*>& attributes, const std::stop_token& stop);

} // namespace sastrugi
