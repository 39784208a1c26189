// Moves, turns and scales a mesh.
#include "engine/geometry/Transform.h"
#include "engine/motion/TransformedDeformation.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct TransformParameters {
    Vector3 translation = {0, 0, 0};
    Vector3 rotation = {0, 0, 0};
    Vector3 scale = {1, 1, 1};
};

auto parameters(Tag<TransformParameters>)
{
    using P = TransformParameters;
    return std::tuple{
        vector(&P::translation, "translation", Unit::Metre, -1e6, 1e6, "Where the origin goes, done last."),
        vector(&P::rotation, "rotation", Unit::Radian, -1e4, 1e4,
               "Angles about the fixed axes x, then y, then z, done after the scale; '20 deg' may be typed."),
        vector(&P::scale, "scale", Unit::None, -1e6, 1e6,
               "Factors along the axes, done first, not zero; negative ones mirror."),
    };
}

} // namespace

NodeType transformNode()
{
    return NodeType::define<TransformParameters>({
        .name = "geometry.transform",
        .title = "Transform",
        .category = "Geometry",
        .doc = "Scales, turns and moves a mesh, in this order, about the origin; if it is animated, all of its motion.",
        .inputs = {{"mesh", PortType::Mesh, "The mesh to place."}},
        .outputs = {{"mesh", PortType::Mesh, "The mesh in its place."}},
        .check =
            [](const TransformParameters& transform) {
                if ((transform.scale.array() == 0).any())
                    fail(ErrorKind::Scene, "parameter 'scale' has a 0, which would flatten the mesh; allowed is "
                                           "anything else");
            },
        .evaluate = [](const TransformParameters& transform, const Inputs& inputs) -> Outputs {
            const MovingMesh& given = inputs.mesh("mesh");
            MovingMesh mesh(std::make_shared<const TriangleMesh>(
                transformed(*given, transform.translation, transform.rotation, transform.scale)));
            if (given.deformation)
                mesh.deformation = std::make_shared<const TransformedDeformation>(
                    given.deformation, rotationMatrix(transform.rotation) * transform.scale.asDiagonal(),
                    transform.translation);
            return {std::move(mesh)};
        },
    });
}

} // namespace sastrugi
