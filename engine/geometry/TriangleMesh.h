// A triangle mesh as plain data.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Vector.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sastrugi
{

/// An axis-aligned box; empty until something is added.
struct Bounds {
    Vector3 minimum = Vector3::Constant(1e300), maximum = Vector3::Constant(-1e300);

    bool isEmpty() const { return (minimum.array() > maximum.array()).any(); }
    Vector3 size() const { return maximum - minimum; }
    Vector3 centre() const { return 0.5 * (minimum + maximum); }
    bool touches(const Bounds& other) const
    {
        return (minimum.array() <= other.maximum.array()).all() && (other.minimum.array() <= maximum.array()).all();
    }
    Bounds grownBy(double margin) const { return {minimum.array() - margin, maximum.array() + margin}; }
    void add(const Vector3& point)
    {
        minimum = minimum.cwiseMin(point);
        maximum = maximum.cwiseMax(point);
    }
    void add(const Bounds& other)
    {
        minimum = minimum.cwiseMin(other.minimum);
        maximum = maximum.cwiseMax(other.maximum);
    }
};

/// Points in metres, right-handed, Z up; corners counter-clockwise seen from outside.
/// Every index is below points.size() and every coordinate is finite; the mesh may be open.
struct TriangleMesh {
    std::vector<Vector3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    Bounds bounds() const;
    double surfaceArea() const;
    /// By the divergence theorem; meaningful for closed, consistently oriented meshes. Cubic metres.
    double signedVolume() const;
    Hash contentHash() const;
};

} // namespace sastrugi
