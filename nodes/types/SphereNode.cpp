// A ball as a mesh.
#include "engine/geometry/Primitives.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct SphereParameters {
    double radius = 0.5;
    Vector3 centre = {0, 0, 0};
    std::int64_t subdivisions = 4;
};

auto parameters(Tag<SphereParameters>)
{
    using P = SphereParameters;
    return std::tuple{
        number(&P::radius, "radius", Unit::Metre, 1e-6, 1e6, "Distance of every corner from the centre."),
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6, "Where the middle of the sphere is."),
        integer(&P::subdivisions, "subdivisions", 0, 8,
                "How often the faces of the icosahedron are split into four; 4 gives 5120 triangles."),
    };
}

} // namespace

NodeType sphereNode()
{
    return NodeType::define<SphereParameters>({
        .name = "geometry.sphere",
        .title = "Sphere",
        .category = "Geometry",
        .doc = "A closed sphere of evenly sized triangles.",
        .outputs = {{"mesh", PortType::Mesh, "The sphere."}},
        .evaluate = [](const SphereParameters& sphere, const Inputs&) -> Outputs {
            return {std::make_shared<const TriangleMesh>(
                makeSphere(sphere.radius, sphere.centre, static_cast<int>(sphere.subdivisions)))};
        },
    });
}

} // namespace sastrugi
