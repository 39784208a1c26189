// A box as a mesh.
#include "engine/geometry/Primitives.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct BoxParameters {
    Vector3 size = {1, 1, 1};
    Vector3 centre = {0, 0, 0};
    std::int64_t divisionsX = 1;
    std::int64_t divisionsY = 1;
    std::int64_t divisionsZ = 1;
};

auto parameters(Tag<BoxParameters>)
{
    using P = BoxParameters;
    return std::tuple{
        vector(&P::size, "size", Unit::Metre, 1e-6, 1e6, "Lengths of the edges along x, y and z."),
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6, "Where the middle of the box is."),
        integer(&P::divisionsX, "divisionsX", 1, mostDivisions,
                "Into how many parts edges along x are divided; what changes its shape needs points within its faces."),
        integer(&P::divisionsY, "divisionsY", 1, mostDivisions, "The same of edges along y."),
        integer(&P::divisionsZ, "divisionsZ", 1, mostDivisions, "The same of edges along z."),
    };
}

} // namespace

NodeType boxNode()
{
    return NodeType::define<BoxParameters>({
        .name = "geometry.box",
        .title = "Box",
        .category = "Geometry",
        .doc = "A closed box with edges along the axes.",
        .outputs = {{"mesh", PortType::Mesh, "The box."}},
        .evaluate = [](const BoxParameters& box, const Inputs&) -> Outputs {
            return {std::make_shared<const TriangleMesh>(
                makeBox(box.size, box.centre, {box.divisionsX, box.divisionsY, box.divisionsZ}))};
        },
    });
}

} // namespace sastrugi
