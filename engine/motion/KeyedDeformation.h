// A change of shape by keys: the points at some times, interpolated between them, constant outside.
#pragma once

#include "engine/motion/Deformation.h"
#include "engine/motion/KeyedMotion.h"

namespace sastrugi
{

struct ShapeKey {
    double time = 0;             // s
    std::vector<Vector3> points; // of the mesh, m
};

class KeyedDeformation final : public Deformation
{
public:
    /// Throws Error(Scene) when there is no key, the keys differ in their number of points, a point is not finite, or
    /// times do not rise from key to key.
    KeyedDeformation(std::vector<ShapeKey> keys, KeyInterpolation interpolation);

    const std::vector<ShapeKey>& keys() const { return m_keys; }

    std::size_t pointCount() const override { return m_keys.front().points.size(); }
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override;
    void addToHash(ContentHash& hash) const override;

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
