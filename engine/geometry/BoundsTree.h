// A binary tree of boxes over boxes: what is near a place, without looking at all there is.
//
// Median split along the longest axis of the boxes' centres. Depends on the boxes and their order only.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

class BoundsTree
{
public:
    /// In depth-first order: the left child follows its parent.
    struct Node {
        Bounds box;
        std::uint32_t begin = 0, end = 0; // its elements: order()[begin ... end)
        std::uint32_t right = 0;          // the right child; 0 in a leaf

        bool isLeaf() const { return right == 0; }
    };

    explicit BoundsTree(std::span<const Bounds> boxes, std::uint32_t elementsPerLeaf = 4);

    const std::vector<Node>& nodes() const { return m_nodes; }
    const std::vector<std::uint32_t>& order() const { return m_order; }

    /// Calls visit(element) for each element whose box touches `box`, in the order of the tree, until it returns true.
    /// Returns whether it did.
    template <class Visit>
    bool visitTouching(const Bounds& box, Visit&& visit) const
    {
        std::array<std::uint32_t, maximumDepth> stack;
        std::size_t size = 0;
        if (!m_nodes.empty())
            stack[size++] = 0;
        while (size > 0) {
            const std::uint32_t index = stack[--size];
            const Node& node = m_nodes[index];
            if (!node.box.touches(box))
                continue;
            if (!node.isLeaf()) {
                stack[size++] = node.right;
                stack[size++] = index + 1;
                continue;
            }
            for (std::uint32_t i = node.begin; i < node.end; ++i)
                if (m_boxes[i].touches(box) && visit(m_order[i]))
                    return true;
        }
        return false;
    }

    /// A stack of this size holds any path: halving 2^32 elements takes 32 levels, and each leaves one node behind.
    static constexpr std::size_t maximumDepth = 64;

private:
    void build(std::span<const Bounds> boxes, std::uint32_t begin, std::uint32_t end, std::uint32_t elementsPerLeaf);

    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_order;
    std::vector<Bounds> m_boxes; // in the order of m_order
};

/// The box of each triangle.
std::vector<Bounds> triangleBounds(const TriangleMesh& mesh);

} // namespace sastrugi
