#include "app/studio/viewport/FaultReader.h"

#include "engine/geometry/MeshTopology.h"

namespace sastrugi::studio
{

namespace
{

constexpr std::size_t mostShown = 1'000'000; // edges

void addFaults(Strokes& strokes, const TriangleMesh& mesh, const FaultReader::Colours& colours)
{
    forEachEdge(sortedEdges(mesh, weldedIndices(mesh)), [&](std::span<const TriangleEdge> sides) {
        const EdgeFault fault = faultOf(sides);
        if (fault == EdgeFault::None || strokes.lines.size() >= mostShown)
            return;
        const Strokes::Bytes& colour = fault == EdgeFault::Open        ? colours.open
                                       : fault == EdgeFault::Branching ? colours.branching
                                                                       : colours.facing;
        const auto add = [&](std::uint32_t point) {
            return strokes.add(Vector3(mesh.points[point] - strokes.origin).cast<float>(), colour);
        };
        strokes.lines.push_back({add(sides[0].low), add(sides[0].high)});
    });
}

} // namespace

void FaultReader::want(const std::vector<Shape>& shapes, const Colours& colours)
{
    if (shapes == m_shapes && colours == m_colours)
        return;
    m_shapes = shapes;
    m_colours = colours;
    start([shapes, colours](const std::stop_token& stop) {
        auto strokes = std::make_shared<Strokes>();
        strokes->width = 3;
        strokes->isAbove = true; // holes on the far side are looked for too
        for (const Shape& shape : shapes) {
            if (stop.stop_requested())
                break;
            const auto mesh = shape.moving ? meshAt(*shape.moving, shape.time) : shape.mesh;
            if (strokes->points.empty() && !mesh->points.empty())
                strokes->origin = mesh->points.front();
            addFaults(*strokes, *mesh, colours);
        }
        return strokes;
    });
}

} // namespace sastrugi::studio
