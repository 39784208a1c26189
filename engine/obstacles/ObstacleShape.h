// The signed distance of an obstacle that may change its shape, where it is without its rigid motion.
//
// One that keeps its shape is sampled once. Of one that deforms there are keys: its shapes at times so close that no
// point of it goes further than a cell in between; Deformation::intervalAt() chooses them. Section 8 of Stomakhin et
// al. 2013 interpolates between two keys,
//     phi(x, t) = (1 - s) phi_0(x - s d) + s phi_1(x + (1 - s) d),    d(x) = (1 - s) d_0(x) + s d_1(x)
// with d the way of the surface from key to key, at the place that is nearest to x. That is exact where all of the
// surface moves the same way; where it turns or stretches, the error falls with the square of what differs within a
// key. Keys are functions of the deformation alone, so that a checkpoint needs to know nothing of them.
#pragma once

#include "engine/geometry/SignedDistance.h"
#include "engine/simulation/Scene.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

class ObstacleShape
{
public:
    struct Value {
        double distance;
        Vector3 gradient; // as of SignedDistance
        Vector3 velocity; // of the surface by its deformation, m/s
    };

    /// `spacing` of the samples and `band` of known distances as of SignedDistance; `cellSize` bounds the way from key
    /// to key. Metres.
    ObstacleShape(const Boundary& boundary, double spacing, double band, double cellSize);

    bool deforms() const { return m_deformation != nullptr; }
    /// What was solid becomes free.
    void turnInsideOut();
    /// At the start; slow.
    bool isSolidSide(const Vector3& point) const { return m_first.isSolidSide(point); }

    /// The shape at `time`, seconds, with the values that at() needs in these boxes.
    void prepare(double time, std::span<const Bounds> boxes);
    /// None where it is free and further than the band, or than `reach`. Thread-safe.
    std::optional<Value> at(const Vector3& point, double reach = std::numeric_limits<double>::infinity()) const;

    /// Holds all shapes.
    const Bounds& bounds() const { return m_bounds; }
    /// Of the deformation in that interval, seconds, at most; m/s.
    double largestSpeed(double from, double to) const;
    std::size_t memory() const;

private:
    SignedDistance distanceOf(std::vector<Vector3> points, std::vector<Vector3> way) const;
    SignedDistance shapeAt(double time) const;
    void makeInterval(const ShapeInterval& span);

    std::shared_ptr<const TriangleMesh> m_mesh;
    std::shared_ptr<const Deformation> m_deformation;
    double m_spacing, m_band, m_cellSize;
    SignedDistance m_first;
    bool m_isTurned = false;
    Bounds m_bounds;
    // Of one that deforms, around the time that was prepared
    struct Interval {
        ShapeInterval span;
        double reach; // of d, m
        SignedDistance start;
        std::optional<SignedDistance> end; // none where it stands still
    };
    std::optional<Interval> m_interval;
    double m_share = 0;     // s
    double m_perSecond = 0; // of s; zero before the first key and after the last
};

} // namespace sastrugi
