// Where something is that keeps its shape, and how it moves there.
#pragma once

#include "engine/core/Vector.h"

namespace sastrugi
{

/// x -> rotation x + translation
struct RigidPose {
    Matrix3 rotation = Matrix3::Identity();
    Vector3 translation = Vector3::Zero();

    Vector3 operator()(const Vector3& point) const { return rotation * point + translation; }
    /// `first`, then this.
    RigidPose operator*(const RigidPose& first) const
    {
        return {rotation * first.rotation, rotation * first.translation + translation};
    }
    RigidPose inverse() const { return {rotation.transpose(), -(rotation.transpose() * translation)}; }

    /// A turn about `pivot`, then a way.
    static RigidPose about(const Vector3& pivot, const Matrix3& rotation, const Vector3& way)
    {
        return {rotation, pivot - rotation * pivot + way};
    }
};

/// The velocities of all its points.
struct RigidVelocity {
    Vector3 linear = Vector3::Zero();  // of what is at the origin of coordinates, m/s
    Vector3 angular = Vector3::Zero(); // rad/s

    Vector3 at(const Vector3& place) const { return linear + angular.cross(place); }
};

/// Bounds over an interval of time.
struct RigidSpeed {
    double linear = 0;  // of the pivot, m/s
    double angular = 0; // rad/s
};

} // namespace sastrugi
