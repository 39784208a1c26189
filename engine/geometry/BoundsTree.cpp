#include "engine/geometry/BoundsTree.h"

#include <algorithm>
#include <numeric>

namespace sastrugi
{

BoundsTree::BoundsTree(std::span<const Bounds> boxes, std::uint32_t elementsPerLeaf)
    : m_order(boxes.size()), m_boxes(boxes.size())
{
    std::iota(m_order.begin(), m_order.end(), 0u);
    if (boxes.empty())
        return;
    m_nodes.reserve(2 * boxes.size());
    build(boxes, 0, static_cast<std::uint32_t>(boxes.size()), elementsPerLeaf);
    for (std::size_t i = 0; i < boxes.size(); ++i)
        m_boxes[i] = boxes[m_order[i]];
}

void BoundsTree::build(std::span<const Bounds> boxes, std::uint32_t begin, std::uint32_t end,
                       std::uint32_t elementsPerLeaf)
{
    const std::size_t self = m_nodes.size();
    Node node{{}, begin, end, 0};
    Bounds centres;
    for (std::uint32_t i = begin; i < end; ++i) {
        node.box.add(boxes[m_order[i]]);
        centres.add(boxes[m_order[i]].centre());
    }
    m_nodes.push_back(node);
    if (end - begin <= elementsPerLeaf)
        return;

    int axis = 0;
    centres.size().maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(m_order.begin() + begin, m_order.begin() + middle, m_order.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double placeOfA = boxes[a].centre()[axis], placeOfB = boxes[b].centre()[axis];
                         return placeOfA != placeOfB ? placeOfA < placeOfB : a < b;
                     });
    build(boxes, begin, middle, elementsPerLeaf);
    m_nodes[self].right = static_cast<std::uint32_t>(m_nodes.size());
    build(boxes, middle, end, elementsPerLeaf);
}

std::vector<Bounds> triangleBounds(const TriangleMesh& mesh)
{
    std::vector<Bounds> boxes(mesh.triangles.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (const std::uint32_t corner : mesh.triangles[i])
            boxes[i].add(mesh.points[corner]);
    return boxes;
}

} // namespace sastrugi
