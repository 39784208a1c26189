// A level rectangle as a mesh.
#include "engine/geometry/Primitives.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct PlaneParameters {
    double sizeX = 4;
    double sizeY = 4;
    Vector3 centre = {0, 0, 0};
    std::int64_t divisionsX = 1;
    std::int64_t divisionsY = 1;
};

auto parameters(Tag<PlaneParameters>)
{
    using P = PlaneParameters;
    return std::tuple{
        number(&P::sizeX, "sizeX", Unit::Metre, 1e-6, 1e6, "Length of the edges along x."),
        number(&P::sizeY, "sizeY", Unit::Metre, 1e-6, 1e6, "Length of the edges along y."),
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6, "Where the middle of the plane is."),
        integer(&P::divisionsX, "divisionsX", 1, mostDivisions, "Into how many parts the edges along x are divided."),
        integer(&P::divisionsY, "divisionsY", 1, mostDivisions, "Into how many parts the edges along y are divided."),
    };
}

} // namespace

NodeType planeNode()
{
    return NodeType::define<PlaneParameters>({
        .name = "geometry.plane",
        .title = "Plane",
        .category = "Geometry",
        .doc = "An open, level rectangle that faces up: the ground, or a slope behind a Transform.",
        .outputs = {{"mesh", PortType::Mesh, "The rectangle."}},
        .evaluate = [](const PlaneParameters& plane, const Inputs&) -> Outputs {
            return {std::make_shared<const TriangleMesh>(
                makePlane(plane.sizeX, plane.sizeY, plane.centre, {plane.divisionsX, plane.divisionsY}))};
        },
    });
}

} // namespace sastrugi
