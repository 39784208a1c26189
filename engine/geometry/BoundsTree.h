// A binary tree of boxes over boxes: what is near a place, without looking at all there is.
//
// Median split along the longest axis of the boxes' centres. Depends on the boxes and their order only, not on threads.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
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
        return visitWhere([&](const Bounds& other) { return other.touches(box); }, visit);
    }

    /// The same for each element whose box is no further from `point` than the root of `square`.
    template <class Visit>
    bool visitWithin(const Vector3& point, double square, Visit&& visit) const
    {
        return visitWhere([&](const Bounds& other) { return squareToBox(point, other) <= square; }, visit);
    }

    /// Calls visit(element) for elements whose boxes are nearer to `point` than the root of `square`, what is near
    /// first. visit gives the square for those to come.
    template <class Visit>
    void visitNear(const Vector3& point, double square, Visit&& visit) const
    {
        struct Waiting {
            std::uint32_t node;
            double square;
        };
        std::array<Waiting, maximumDepth> stack;
        std::size_t size = 0;
        if (!m_nodes.empty())
            stack[size++] = {0, squareToBox(point, m_nodes[0].box)};
        while (size > 0) {
            const Waiting next = stack[--size];
            if (!(next.square < square))
                continue;
            const Node& node = m_nodes[next.node];
            if (node.isLeaf()) {
                for (std::uint32_t i = node.begin; i < node.end; ++i)
                    if (squareToBox(point, m_boxes[i]) < square)
                        square = visit(m_order[i]);
                continue;
            }
            Waiting near{next.node + 1, squareToBox(point, m_nodes[next.node + 1].box)};
            Waiting far{node.right, squareToBox(point, m_nodes[node.right].box)};
            if (far.square < near.square)
                std::swap(near, far);
            stack[size++] = far;
            stack[size++] = near;
        }
    }

    /// A stack of this size holds any path: halving 2^32 elements takes 32 levels, and each leaves one node behind.
    static constexpr std::size_t maximumDepth = 64;

private:
    template <class IsMeant, class Visit>
    bool visitWhere(IsMeant&& isMeant, Visit&& visit) const
    {
        std::array<std::uint32_t, maximumDepth> stack;
        std::size_t size = 0;
        if (!m_nodes.empty())
            stack[size++] = 0;
        while (size > 0) {
            const std::uint32_t index = stack[--size];
            const Node& node = m_nodes[index];
            if (!isMeant(node.box))
                continue;
            if (!node.isLeaf()) {
                stack[size++] = node.right;
                stack[size++] = index + 1;
                continue;
            }
            for (std::uint32_t i = node.begin; i < node.end; ++i)
                if (isMeant(m_boxes[i]) && visit(m_order[i]))
                    return true;
        }
        return false;
    }

    /// Of the distance; zero within the box.
    static double squareToBox(const Vector3& point, const Bounds& box)
    {
        return (box.minimum - point).cwiseMax(point - box.maximum).cwiseMax(0).squaredNorm();
    }
    /// Elements [begin, end), whose node is `self`.
    struct Part {
        std::uint32_t begin, end, self;
    };
    /// Fills in the node of a part, and gives its halves; none of a leaf.
    std::vector<Part> divide(const Part& part, std::span<const Bounds> boxes, std::span<const Vector3> centres,
                             std::uint32_t elementsPerLeaf);

    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_order;
    std::vector<Bounds> m_boxes; // in the order of m_order
};

/// The box of each triangle.
std::vector<Bounds> triangleBounds(const TriangleMesh& mesh);

} // namespace sastrugi
