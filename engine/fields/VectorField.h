// The interface of velocity fields: positions in, velocities out, in batches.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/core/Hash.h"
#include "engine/core/Vector.h"

#include <memory>
#include <span>

namespace sastrugi
{

/// Where a field is sampled: places relative to an origin, as particles are kept. w is not read.
struct FieldPoints {
    std::span<const Float4> positions; // m
    Vector3 origin = Vector3::Zero();  // m, in scene coordinates
};

/// A velocity, m/s, at every place and time. Constant: one field may be sampled by many threads at once.
class VectorField
{
public:
    virtual ~VectorField() = default;

    /// Gives velocities[k] at points.positions[k], `time` seconds after the first frame; their w becomes 0. As many
    /// velocities as positions, any number. Each is a function of its own place and the time alone, to the bit,
    /// whatever else is in the batch. Allocates nothing.
    virtual void sample(const FieldPoints& points, double time, std::span<Float4> velocities) const = 0;

    /// Adds kind and parameters; equal fields have equal hashes.
    virtual void addToHash(ContentHash& hash) const = 0;
};

using Field = std::shared_ptr<const VectorField>;

} // namespace sastrugi
