#include "app/render/Camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double radian = std::numbers::pi / 180;
const double halfTangent = std::tan(0.5 * Camera::viewAngle * radian);
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

double Camera::height() const { return 2 * halfTangent * distance; }

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
    const double shift = 2 * halfTangent * (before - distance);
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
    azimuth = std::atan2(direction.y(), direction.x()) / radian;
    elevation = std::atan2(direction.z(), std::hypot(direction.x(), direction.y())) / radian;
}

void Camera::place(const Vector3& eye, const Vector3& at)
{
    target = at;
    distance = (eye - at).norm();
    lookFrom(Vector3(eye - at));
}

void Camera::fit(const Bounds& box, double aspect)
{
    if (box.isEmpty())
        return;
    constexpr double margin = 1.12;
    const Vector3 centre = box.centre();
    const double tangentUp = halfTangent / margin, tangentRight = tangentUp * aspect;
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
