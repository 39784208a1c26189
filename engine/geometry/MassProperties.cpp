#include "engine/geometry/MassProperties.h"

namespace sastrugi
{

MassProperties massPropertiesOf(const TriangleMesh& mesh)
{
    MassProperties properties;
    if (mesh.points.empty())
        return properties;
    // A tetrahedron from the middle to each face: from far away, what they have in common would cost digits.
    const Vector3 middle = mesh.bounds().centre();
    Vector3 first = Vector3::Zero();  // integral of x
    Matrix3 second = Matrix3::Zero(); // integral of x x^T
    for (const auto& corners : mesh.triangles) {
        const Vector3 a = mesh.points[corners[0]] - middle, b = mesh.points[corners[1]] - middle,
                      c = mesh.points[corners[2]] - middle, sum = a + b + c;
        const double volume = a.dot(b.cross(c)) / 6;
        properties.volume += volume;
        first += volume / 4 * sum;
        second += volume / 20 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
    if (properties.volume == 0)
        return properties;
    const Vector3 centre = first / properties.volume;
    const Matrix3 about = second - properties.volume * centre * centre.transpose();
    properties.centre = middle + centre;
    properties.inertia = about.trace() * Matrix3::Identity() - about;
    return properties;
}

} // namespace sastrugi
