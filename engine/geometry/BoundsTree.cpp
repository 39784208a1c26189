#include "engine/geometry/BoundsTree.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace sastrugi
{

namespace
{

/// How many nodes a tree over `count` elements has. Halves differ by one at most, so that few different counts occur.
std::uint32_t nodeCount(std::uint32_t count, std::uint32_t elementsPerLeaf)
{
    if (count <= elementsPerLeaf)
        return 1;
    const std::uint32_t left = nodeCount(count / 2, elementsPerLeaf);
    return 1 + left + (count % 2 == 0 ? left : nodeCount(count - count / 2, elementsPerLeaf));
}

} // namespace

BoundsTree::BoundsTree(std::span<const Bounds> boxes, std::uint32_t elementsPerLeaf)
    : m_order(boxes.size()), m_boxes(boxes.size())
{
    std::iota(m_order.begin(), m_order.end(), 0u);
    if (boxes.empty())
        return;
    const auto count = static_cast<std::uint32_t>(boxes.size());
    std::optional<ThreadScope> alone; // of small trees others take longer to begin than this takes
    if (count < 16384)
        alone.emplace(1);
    std::vector<Vector3> centres(boxes.size());
    parallelFor(boxes.size(), [&](std::size_t i) { centres[i] = boxes[i].centre(); });
    m_nodes.resize(nodeCount(count, elementsPerLeaf));
    // Level by level while there are few parts, then each part by itself.
    std::vector<Part> parts = {{0, count, 0}};
    while (!parts.empty() && parts.size() < 64) {
        std::vector<std::vector<Part>> halves(parts.size());
        parallelForEach(parts.size(),
                        [&](std::size_t i) { halves[i] = divide(parts[i], boxes, centres, elementsPerLeaf); });
        parts.clear();
        for (const std::vector<Part>& some : halves)
            parts.insert(parts.end(), some.begin(), some.end());
    }
    parallelForEach(parts.size(), [&](std::size_t i) {
        std::vector<Part> stack = {parts[i]};
        while (!stack.empty()) {
            const Part part = stack.back();
            stack.pop_back();
            for (const Part& half : divide(part, boxes, centres, elementsPerLeaf))
                stack.push_back(half);
        }
    });
    parallelFor(boxes.size(), [&](std::size_t i) { m_boxes[i] = boxes[m_order[i]]; });
}

std::vector<BoundsTree::Part> BoundsTree::divide(const Part& part, std::span<const Bounds> boxes,
                                                 std::span<const Vector3> centres, std::uint32_t elementsPerLeaf)
{
    const auto [begin, end, self] = part;
    Node& node = m_nodes[self];
    node = {{}, begin, end, 0};
    Bounds extent;
    for (std::uint32_t i = begin; i < end; ++i) {
        node.box.add(boxes[m_order[i]]);
        extent.add(centres[m_order[i]]);
    }
    if (end - begin <= elementsPerLeaf)
        return {};
    int axis = 0;
    extent.size().maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(m_order.begin() + begin, m_order.begin() + middle, m_order.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double placeOfA = centres[a][axis], placeOfB = centres[b][axis];
                         return placeOfA != placeOfB ? placeOfA < placeOfB : a < b;
                     });
    node.right = self + 1 + nodeCount(middle - begin, elementsPerLeaf);
    return {{begin, middle, self + 1}, {middle, end, node.right}};
}

std::vector<Bounds> triangleBounds(const TriangleMesh& mesh)
{
    std::vector<Bounds> boxes(mesh.triangles.size());
    parallelFor(boxes.size(), [&](std::size_t i) {
        for (const std::uint32_t corner : mesh.triangles[i])
            boxes[i].add(mesh.points[corner]);
    });
    return boxes;
}

} // namespace sastrugi
