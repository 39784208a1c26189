#include "app/render/pick.h"

#include <cmath>

namespace sastrugi
{

std::optional<Pick> pickParticle(const Frame& frame, const Ray& ray, const std::optional<Slice>& slice)
{
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    std::optional<Pick> nearest;
    for (std::size_t i = 0; i < frame.particles.count(); ++i) {
        const Vector3 centre = frame.origin + Vector3(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
        const double along = (centre - ray.origin).dot(ray.direction), r = radius[i];
        const double aside = (centre - ray.origin).squaredNorm() - along * along;
        if (along < 0 || aside > r * r || (slice && !slice->holds(centre)))
            continue;
        const double distance = along - std::sqrt(r * r - std::max(aside, 0.0));
        if (!nearest || distance < nearest->distance)
            nearest = Pick{distance, ray.origin + distance * ray.direction, static_cast<std::ptrdiff_t>(i), {}};
    }
    return nearest;
}

std::optional<double> hitDistance(const TriangleMesh& mesh, const Ray& ray, const std::optional<Slice>& slice)
{
    std::optional<double> nearest;
    for (const auto& triangle : mesh.triangles) {
        const Vector3 &a = mesh.points[triangle[0]], &b = mesh.points[triangle[1]], &c = mesh.points[triangle[2]];
        const Vector3 ab = b - a, ac = c - a, across = ray.direction.cross(ac);
        const double determinant = ab.dot(across);
        if (determinant == 0)
            continue; // seen from its edge
        const Vector3 offset = ray.origin - a;
        const double u = offset.dot(across) / determinant;
        const Vector3 turned = offset.cross(ab);
        const double v = ray.direction.dot(turned) / determinant, t = ac.dot(turned) / determinant;
        if (u >= 0 && v >= 0 && u + v <= 1 && t > 0 && (!nearest || t < *nearest) &&
            (!slice || slice->holds(ray.origin + t * ray.direction)))
            nearest = t;
    }
    return nearest;
}

std::optional<double> hitDistance(const MeshItem& item, const Ray& ray, const std::optional<Slice>& slice)
{
    // The ray and the slice go to the mesh: there may be many triangles.
    const RigidPose back = item.pose.inverse();
    std::optional<Slice> cut = slice;
    if (cut) {
        cut->normal = back.rotation * slice->normal;
        cut->offset = slice->offset - slice->normal.dot(item.pose.translation);
    }
    return hitDistance(*item.mesh, {back(ray.origin), back.rotation * ray.direction}, cut);
}

} // namespace sastrugi
