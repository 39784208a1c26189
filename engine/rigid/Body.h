// A rigid body: what it is, and where and how fast it is now.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/RigidPose.h"
#include "engine/simulation/Scene.h"

#include <vector>

namespace sastrugi
{

struct Body {
    std::size_t boundary = 0; // its index in the scene
    RigidBody settings;
    RigidMotion motion; // until it is let go
    SurfaceProperties surface;
    double mass = 0;                      // kg
    Vector3 meshCentre = Vector3::Zero(); // of mass, where the mesh is without any motion; m
    Matrix3 inertia = Matrix3::Zero();    // about the centre, unturned; kg m^2
    Matrix3 inverseInertia = Matrix3::Zero();
    Bounds bounds;                // of the mesh
    double extent = 0;            // of its furthest point from the centre, m
    std::vector<Vector3> samples; // of its surface, from the centre, unturned; m

    bool isFree = false; // has been let go
    Vector3 centre = Vector3::Zero();
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    Vector3 velocity = Vector3::Zero(); // of the centre, m/s
    Vector3 spin = Vector3::Zero();     // rad/s
    double partingSpeed = 0;            // of what drove it out of another one in the last step, which it does not keep
    // Of the step, on the centre
    Vector3 force = Vector3::Zero(), torque = Vector3::Zero(); // N, N m

    /// Of the mesh.
    RigidPose pose() const { return {turn.toRotationMatrix(), centre - turn * meshCentre}; }
    Vector3 velocityAt(const Vector3& place) const { return velocity + spin.cross(place - centre); }
    /// No point is faster, m/s.
    double largestSpeed() const { return velocity.norm() + extent * spin.norm(); }
    Vector3 turned(const Vector3& vector) const { return turn * vector; }
    /// The spin that an angular momentum makes, kg m^2/s.
    Vector3 spinOf(const Vector3& momentum) const { return turn * (inverseInertia * (turn.conjugate() * momentum)); }
    Vector3 momentumOf(const Vector3& rate) const { return turn * (inertia * (turn.conjugate() * rate)); }
    /// By how much the velocity of a place changes along a unit vector, per impulse along it; 1/kg. Zero for one that
    /// is held.
    double inverseMassAt(const Vector3& place, const Vector3& direction) const
    {
        if (!isFree)
            return 0;
        const Vector3 lever = (place - centre).cross(direction);
        return 1 / mass + lever.dot(spinOf(lever));
    }
    /// N s at a place; does nothing to one that is held.
    void push(const Vector3& impulse, const Vector3& place)
    {
        if (!isFree)
            return;
        velocity += impulse / mass;
        spin += spinOf((place - centre).cross(impulse));
    }
    /// Moves it as it is moving. Keeps its angular momentum, which turns the axis of what spins about another than a
    /// principal one.
    void advance(double timeStep);
};

/// Throws NodeError(Scene) when the mesh is not closed, has no volume, or changes its shape.
Body bodyOf(const Scene& scene, std::size_t boundary);

} // namespace sastrugi
