// How something that keeps its shape moves: where it is at a time, and how fast. A constant value, a function of time.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/KeyedMotion.h"
#include "engine/motion/LiveMotion.h"
#include "engine/motion/PathMotion.h"
#include "engine/motion/SteadyMotion.h"

#include <variant>
#include <vector>

namespace sastrugi
{

class RigidMotion
{
public:
    /// Nothing moves.
    RigidMotion() = default;

    using Part = std::variant<SteadyMotion, KeyedMotion, PathMotion, LiveMotion>;
    /// This motion, and what it leads to moved by `part`. Throws Error(Scene) when that contradicts itself.
    RigidMotion followedBy(Part part) const;
    /// This motion, carried along by `carrier`.
    RigidMotion followedBy(const RigidMotion& carrier) const;

    bool isStill() const { return m_parts.empty(); }

    /// From where it is without any motion to where it is at `time`, seconds.
    RigidPose poseAt(double time) const;
    /// What is there then moves with; where a motion sets in or changes at once, the velocity after.
    RigidVelocity velocityAt(double time) const;
    /// No point of `body`, where it is without any motion, is faster in that interval; m/s.
    double largestSpeed(double from, double to, const Bounds& body) const;
    /// Holds all of `body` at `time`.
    Bounds boundsAt(double time, const Bounds& body) const;

    /// Adds nothing where nothing moves.
    void addToHash(ContentHash& hash) const;

private:
    std::vector<Part> m_parts; // in the order in which they act
};

/// Holds a box that is moved, for no more than a search: a hair wider than it needs to be.
Bounds transformed(const Bounds& box, const RigidPose& pose);

/// The mesh in its place.
TriangleMesh transformed(const TriangleMesh& mesh, const RigidPose& pose);

} // namespace sastrugi
