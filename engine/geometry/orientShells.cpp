#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/WindingNumber.h"
#include "engine/geometry/repairSteps.h"

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace sastrugi
{

namespace
{

/// Across an edge with two triangles: to which, and whether both face the same side.
struct Neighbour {
    std::uint32_t triangle = 0;
    bool isSameSide = true;
};

struct Shell {
    std::vector<std::uint32_t> triangles;
    bool isClosed = true;
    TriangleMesh mesh; // of a closed one
    Bounds bounds;
};

class Orienter
{
public:
    explicit Orienter(TriangleMesh& mesh)
        : m_mesh(mesh), m_neighbours(mesh.triangles.size()), m_isOpen(mesh.triangles.size(), false),
          m_isTurned(mesh.triangles.size(), false)
    {
        forEachEdge(sortedEdges(mesh, weldedIndices(mesh)), [&](std::span<const TriangleEdge> sides) {
            if (sides.size() == 2) {
                const bool isSame = sides[0].isForward != sides[1].isForward;
                m_neighbours[sides[0].triangle].push_back({sides[1].triangle, isSame});
                m_neighbours[sides[1].triangle].push_back({sides[0].triangle, isSame});
            } else if (sides.size() % 2 == 1)
                for (const TriangleEdge& side : sides)
                    m_isOpen[side.triangle] = true;
        });
    }

    std::size_t run()
    {
        findShells();
        for (Shell& shell : m_shells)
            if (shell.isClosed)
                isolate(shell);
        std::vector<bool> mustTurn;
        for (const Shell& shell : m_shells)
            mustTurn.push_back(shell.isClosed && (shell.mesh.signedVolume() < 0) != (depthOf(shell) % 2 == 1));
        std::size_t turned = 0;
        for (std::size_t s = 0; s < m_shells.size(); ++s)
            for (const std::uint32_t triangle : m_shells[s].triangles)
                if (m_isTurned[triangle] != mustTurn[s]) {
                    std::swap(m_mesh.triangles[triangle][1], m_mesh.triangles[triangle][2]);
                    ++turned;
                }
        return turned;
    }

private:
    double areaOf(std::uint32_t triangle) const
    {
        const auto& [a, b, c] = m_mesh.triangles[triangle];
        const std::vector<Vector3>& p = m_mesh.points;
        return (p[b] - p[a]).cross(p[c] - p[a]).norm();
    }

    void findShells()
    {
        std::vector<bool> isKnown(m_mesh.triangles.size(), false);
        for (std::uint32_t first = 0; first < isKnown.size(); ++first) {
            if (isKnown[first])
                continue;
            Shell shell;
            shell.triangles = {first};
            isKnown[first] = true;
            double kept = 0, turned = 0;
            for (std::size_t next = 0; next < shell.triangles.size(); ++next) {
                const std::uint32_t triangle = shell.triangles[next];
                shell.isClosed = shell.isClosed && !m_isOpen[triangle];
                (m_isTurned[triangle] ? turned : kept) += areaOf(triangle);
                for (const Neighbour& other : m_neighbours[triangle])
                    if (!isKnown[other.triangle]) {
                        isKnown[other.triangle] = true;
                        m_isTurned[other.triangle] = other.isSameSide ? m_isTurned[triangle] : !m_isTurned[triangle];
                        shell.triangles.push_back(other.triangle);
                    }
            }
            if (turned > kept) // most of it knows better
                for (const std::uint32_t triangle : shell.triangles)
                    m_isTurned[triangle] = !m_isTurned[triangle];
            m_shells.push_back(std::move(shell));
        }
    }

    /// The shell alone, as turned.
    void isolate(Shell& shell) const
    {
        for (const std::uint32_t triangle : shell.triangles) {
            auto [a, b, c] = m_mesh.triangles[triangle];
            if (m_isTurned[triangle])
                std::swap(b, c);
            const auto first = static_cast<std::uint32_t>(shell.mesh.points.size());
            for (const std::uint32_t corner : {a, b, c}) {
                shell.mesh.points.push_back(m_mesh.points[corner]);
                shell.bounds.add(m_mesh.points[corner]);
            }
            shell.mesh.triangles.push_back({first, first + 1, first + 2});
        }
    }

    /// In how many other closed shells it lies.
    int depthOf(const Shell& shell) const
    {
        int depth = 0;
        const Vector3& point = shell.mesh.points.front();
        for (const Shell& other : m_shells)
            if (&other != &shell && other.isClosed && other.bounds.touches(shell.bounds) &&
                (other.bounds.minimum.array() <= point.array()).all() &&
                (other.bounds.maximum.array() >= point.array()).all())
                depth += std::abs(WindingNumber(other.mesh).at(point)) > 0.5;
        return depth;
    }

    TriangleMesh& m_mesh;
    std::vector<std::vector<Neighbour>> m_neighbours;
    std::vector<bool> m_isOpen, m_isTurned;
    std::vector<Shell> m_shells;
};

} // namespace

std::size_t orientShells(TriangleMesh& mesh) { return Orienter(mesh).run(); }

} // namespace sastrugi
