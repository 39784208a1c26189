// Where a picture is taken from: a turntable around a point, as plain values.
#pragma once

#include "engine/core/Vector.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/MovingCamera.h"

namespace sastrugi
{

struct Ray {
    Vector3 origin, direction; // of length one
};

/// Sides of a scene, as seen by someone who looks along an axis.
enum class Side { Front, Back, Left, Right, Top, Bottom };

struct Camera {
    Vector3 target = {0, 0, 0};           // what it turns around
    double azimuth = -70, elevation = 19; // degrees, of the direction from the target to the camera; z is up
    double distance = 5;                  // from the target, m
    bool isOrthographic = false;
    double viewAngle = 30; // degrees, from the lower to the upper edge of the picture

    /// Of the axes of the picture: to the right, up, and towards the viewer.
    Vector3 right() const;
    Vector3 up() const;
    Vector3 back() const;
    Vector3 position() const { return target + distance * back(); }
    /// Of the picture, at the target, m.
    double height() const;

    /// Turns by these angles, in degrees; it never looks upside down.
    void orbit(double byAzimuth, double byElevation);
    /// Moves the scene by these shares of the picture's height.
    void pan(double toRight, double toTop);
    /// Divides the distance. What is at (x, y) stays there, in shares of the height from the centre of the picture.
    void zoom(double factor, double x, double y);
    void lookFrom(Side side);
    void lookFrom(const Vector3& direction);
    /// Stands at its eye and looks at its target, another point.
    void place(const CameraPlacing& placing);
    CameraPlacing placing() const;
    /// Moves back, or closer, until the box is in a picture of this width per height. An empty box changes nothing.
    void fit(const Bounds& box, double aspect);

    /// The ray into the scene at (x, y), in shares of the height from the centre of the picture.
    Ray rayAt(double x, double y) const;

    bool operator==(const Camera&) const = default;

private:
    double halfTangent() const; // of the view angle
};

} // namespace sastrugi
