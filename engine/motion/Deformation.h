// How something changes its shape: its points at some times, interpolated between them, constant outside.
//
// The triangles stay the same; what is fixed to a triangle moves with its corners.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Vector.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/KeyedMotion.h"

#include <vector>

namespace sastrugi
{

struct ShapeKey {
    double time = 0;             // s
    std::vector<Vector3> points; // of the mesh, m
};

class Deformation
{
public:
    /// Throws Error(Scene) when there is no key, the keys differ in their number of points, a point is not finite, or
    /// times do not rise from key to key.
    Deformation(std::vector<ShapeKey> keys, KeyInterpolation interpolation);

    const std::vector<ShapeKey>& keys() const { return m_keys; }
    std::size_t pointCount() const { return m_keys.front().points.size(); }
    std::vector<Vector3> pointsAt(double time) const;
    /// No point is faster in that interval; m/s.
    double largestSpeed(double from, double to) const;
    /// Holds all shapes.
    const Bounds& bounds() const { return m_bounds; }
    /// How many times longer an edge of `mesh`, which has these points at the start, becomes in any key; at least 1.
    double largestStretch(const TriangleMesh& mesh) const;
    void addToHash(ContentHash& hash) const;

private:
    /// The key before a time, and how far it is to the next: 0 to 1.
    struct Place {
        std::size_t key = 0;
        double share = 0;
    };
    Place placeOf(double time) const;

    std::vector<ShapeKey> m_keys;
    std::vector<double> m_largestWay; // of any point, from each key to the next
    KeyInterpolation m_interpolation;
    Bounds m_bounds;
};

} // namespace sastrugi
