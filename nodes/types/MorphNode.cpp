// Lets an obstacle change its shape.
#include "engine/motion/KeyedDeformation.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct MorphParameters {
    double start = 0;
    double duration = 1;
    KeyInterpolation interpolation = KeyInterpolation::Smooth;
};

auto parameters(Tag<MorphParameters>)
{
    using P = MorphParameters;
    return std::tuple{
        number(&P::start, "start", Unit::Second, 0, 1e5, "When the shape begins to change."),
        number(&P::duration, "duration", Unit::Second, 1e-6, 1e5, "Time after which it has its new shape."),
        choice(&P::interpolation, "interpolation",
               {{"linear", KeyInterpolation::Linear, "Every point has a constant velocity."},
                {"smooth", KeyInterpolation::Smooth, "Every point starts and stops gently."}},
               "How the points get from shape to shape, each on a straight line."),
    };
}

/// The shapes so far, and another.
std::shared_ptr<const Deformation> morphed(const Boundary& boundary, const TriangleMesh& shape,
                                           const MorphParameters& morph)
{
    if (shape.points.size() != boundary.mesh->points.size() || shape.triangles != boundary.mesh->triangles)
        fail(ErrorKind::Scene,
             "the shape has {} points and {} triangles, the obstacle {} and {}; they must be the same triangles of "
             "the same points",
             shape.points.size(), shape.triangles.size(), boundary.mesh->points.size(),
             boundary.mesh->triangles.size());
    const double end = morph.start + morph.duration;
    std::vector<ShapeKey> keys;
    if (boundary.deformation) {
        const auto* before = dynamic_cast<const KeyedDeformation*>(boundary.deformation.get());
        if (!before)
            fail(ErrorKind::Scene, "the obstacle is animated by its file, and cannot change its shape besides; switch "
                                   "'animated' off at its Mesh File, or leave the morph out");
        keys = before->keys();
        if (keys.back().time > morph.start)
            fail(ErrorKind::Scene, "parameter 'start' is {} s; allowed is {} s, when the morph before ends, or later",
                 morph.start, keys.back().time);
    } else {
        keys.push_back({0, boundary.mesh->points});
    }
    if (morph.start > keys.back().time)
        keys.push_back({morph.start, keys.back().points});
    keys.push_back({end, shape.points});
    return std::make_shared<const KeyedDeformation>(std::move(keys), morph.interpolation);
}

} // namespace

NodeType morphNode()
{
    return NodeType::define<MorphParameters>({
        .name = "motion.morph",
        .title = "Morph",
        .category = "Motion",
        .doc = "Lets an obstacle take the shape of a mesh that has the same triangles; several in a row follow each "
               "other, all with the last one's interpolation.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that changes its shape."},
                   {"shape", PortType::Mesh, "What it becomes: the same mesh, with its points elsewhere."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, changing its shape."}},
        .evaluate = [](const MorphParameters& morph, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.deformation = morphed(boundary, *inputs.one<TriangleMesh>("shape"), morph);
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
