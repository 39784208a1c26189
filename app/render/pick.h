// What a ray meets first.
#pragma once

#include "app/render/View.h"

namespace sastrugi
{

/// The nearest particle whose sphere the ray meets, of those that the slice holds.
std::optional<Pick> pickParticle(const Frame& frame, const Ray& ray, const std::optional<Slice>& slice);

/// Along the ray to the first triangle, from either side, where the slice holds it; m.
std::optional<double> hitDistance(const TriangleMesh& mesh, const Ray& ray, const std::optional<Slice>& slice = {});
/// The same of a mesh in its place.
std::optional<double> hitDistance(const MeshItem& item, const Ray& ray, const std::optional<Slice>& slice = {});

} // namespace sastrugi
