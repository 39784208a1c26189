// Where pictures are taken from: what flows along links of cameras.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/motion/RigidMotion.h"

#include <numbers>

namespace sastrugi
{

enum class Projection { Perspective, Orthographic };

/// A camera that stands somewhere. It stays upright: z is up in the picture.
struct CameraPlacing {
    Vector3 eye = {2, -5, 2}, target = {0, 0, 0}; // m
    Projection projection = Projection::Perspective;
    double viewAngle = std::numbers::pi / 6; // from the lower to the upper edge of the picture, rad

    bool looksNowhere() const { return eye == target; }
};

inline auto parameters(Tag<CameraPlacing>)
{
    using P = CameraPlacing;
    constexpr double any = std::numeric_limits<double>::infinity();
    constexpr double degree = std::numbers::pi / 180;
    return std::tuple{
        vector(&P::eye, "eye", Unit::Metre, -any, any, "Where the camera stands."),
        vector(&P::target, "target", Unit::Metre, -any, any, "What the camera looks at: the picture's centre."),
        choice(&P::projection, "projection",
               {{"perspective", Projection::Perspective, "What is far away is smaller."},
                {"orthographic", Projection::Orthographic, "As large as it is; the scale is that at the target."}},
               "How the picture is projected."),
        number(&P::viewAngle, "viewAngle", Unit::Radian, degree, 150 * degree,
               "Angle from the lower to the upper edge of the picture; '30 deg' may be typed. Small ones are those of "
               "telephoto lenses."),
    };
}

/// Carried along by a motion.
struct MovingCamera {
    CameraPlacing placing; // without the motion
    RigidMotion motion = {};

    /// At `time`, seconds. Rolling is left out: the camera stays upright.
    CameraPlacing at(double time) const
    {
        const RigidPose pose = motion.poseAt(time);
        CameraPlacing placed = placing;
        placed.eye = pose(placing.eye);
        placed.target = pose(placing.target);
        return placed;
    }
};

} // namespace sastrugi
