// How something changes its shape: where its points are at a time. A constant value, a function of time.
//
// The triangles stay the same, and what is fixed to one moves with its corners; only where a file has another mesh for
// each frame they change too, from step to step.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Vector.h"
#include "engine/geometry/TriangleMesh.h"

#include <memory>
#include <vector>

namespace sastrugi
{

/// A while in which points go evenly from shape to shape; empty where nothing changes any more, or not yet.
struct ShapeInterval {
    double begin = 0, end = 0; // s

    bool isEmpty() const { return !(end > begin); }
};

class Deformation
{
public:
    virtual ~Deformation() = default;

    virtual std::size_t pointCount() const = 0;
    virtual std::vector<Vector3> pointsAt(double time) const = 0;
    /// No point is faster in that interval; m/s.
    virtual double largestSpeed(double from, double to) const = 0;
    /// Holds all shapes.
    virtual const Bounds& bounds() const = 0;
    /// The interval around `time` of a division that depends on nothing else but `way`: no point goes further than that
    /// in it, and the chord from its beginning to its end follows the motion.
    virtual ShapeInterval intervalAt(double time, double way) const = 0;
    /// Times that show how far the shape goes; of something that repeats itself, one round.
    virtual std::vector<double> typicalTimes() const = 0;
    /// How many times longer an edge of `mesh`, which has these points at the start, becomes; at least 1.
    virtual double largestStretch(const TriangleMesh& mesh) const;
    /// Where the triangles change too: the mesh at `time`, which stands still in the intervals of intervalAt(). Null
    /// where they are always those of the mesh.
    virtual std::shared_ptr<const TriangleMesh> stepAt(double /*time*/) const { return nullptr; }
    virtual void addToHash(ContentHash& hash) const = 0;
};

} // namespace sastrugi
