#include "app/render/Camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double radian = std::numbers::pi / 180;
constexpr double leastDistance = 1e-5, mostDistance = 1e7;

} // namespace

Vector3 Camera::back() const
{
    const double a = azimuth * radian, e = elevation * radian;
    return {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
}

Vector3 Camera::right() const
{
    const double a = azimuth * radian;
    return {-std::sin(a), std::cos(a), 0};
}

Vector3 Camera::up() const { return back().cross(right()); }

double Camera::halfTangent() const { return std::tan(0.5 * viewAngle * radian); }

double Camera::height() const { return 2 * halfTangent() * distance; }

void Camera::orbit(double byAzimuth, double byElevation)
{
    azimuth = std::remainder(azimuth + byAzimuth, 360);
    elevation = std::clamp(elevation + byElevation, -90.0, 90.0);
}

void Camera::pan(double toRight, double toTop) { target -= height() * (toRight * right() + toTop * up()); }

void Camera::zoom(double factor, double x, double y)
{
    const double before = distance;
    distance = std::clamp(distance / factor, leastDistance, mostDistance);
    const double shift = 2 * halfTangent() * (before - distance);
    target += shift * (x * right() + y * up());
}

void Camera::lookFrom(Side side)
{
    constexpr struct {
        double azimuth, elevation;
    } views[] = {{-90, 0}, {90, 0}, {180, 0}, {0, 0}, {-90, 90}, {-90, -90}};
    azimuth = views[static_cast<int>(side)].azimuth;
    elevation = views[static_cast<int>(side)].elevation;
}

void Camera::lookFrom(const Vector3& direction)
{
    const bool isVertical = direction.x() == 0 && direction.y() == 0; // y is up in the picture, as from the top
    azimuth = isVertical ? -90 : std::atan2(direction.y(), direction.x()) / radian;
    elevation = std::atan2(direction.z(), std::hypot(direction.x(), direction.y())) / radian;
}

void Camera::place(const CameraPlacing& placing)
{
    const Vector3 way = placing.eye - placing.target;
    target = placing.target;
    distance = way.norm();
    lookFrom(way);
    isOrthographic = placing.projection == Projection::Orthographic;
    viewAngle = placing.viewAngle / radian;
}

CameraPlacing Camera::placing() const
{
    return {position(), target, isOrthographic ? Projection::Orthographic : Projection::Perspective,
            viewAngle * radian};
}

void Camera::fit(const Bounds& box, double aspect)
{
    if (box.isEmpty())
        return;
    constexpr double margin = 1.12;
    const Vector3 centre = box.centre();
    const double tangentUp = halfTangent() / margin, tangentRight = tangentUp * aspect;
    double fitting = leastDistance;
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3 sign((corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
        const Vector3 offset = 0.5 * box.size().cwiseProduct(sign);
        const double depth = isOrthographic ? 0 : offset.dot(back());
        fitting = std::max({fitting, depth + std::abs(offset.dot(up())) / tangentUp,
                            depth + std::abs(offset.dot(right())) / tangentRight});
    }
    target = centre;
    distance = std::min(fitting, mostDistance);
}

Ray Camera::rayAt(double x, double y) const
{
    const Vector3 inPicture = target + height() * (x * right() + y * up());
    if (isOrthographic)
        return {inPicture + distance * back(), -back()};
    return {position(), (inPicture - position()).normalized()};
}

} // namespace sastrugi
