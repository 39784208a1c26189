// An open surface as a closed shell of some thickness: what snow meets on both sides, and does not pass.
//
// Each point of an open piece of the mesh becomes two, half the thickness to either side along its normal, and a strip
// joins them along the rims. At sharp edges points go further, so that the faces keep their distance, up to twice that.
// Closed pieces stay as they are.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

class ThinShell
{
public:
    /// Triangles that meet should face one side. Points at equal coordinates count as one. Throws Error(Scene) when the
    /// thickness is not positive and finite.
    ThinShell(const TriangleMesh& mesh, double thickness);

    /// How many pieces of surface have become shells.
    std::size_t count() const { return m_count; }
    double thickness() const { return m_thickness; }
    const std::vector<std::array<std::uint32_t, 3>>& triangles() const { return m_triangles; }

    /// The points of the shell when those of the mesh are there.
    std::vector<Vector3> pointsOf(std::span<const Vector3> points) const;
    /// How far from `points` those of the shell are, in the order of pointsOf().
    std::vector<Vector3> offsetsOf(std::span<const Vector3> points) const;
    TriangleMesh mesh(std::span<const Vector3> points) const { return {pointsOf(points), m_triangles}; }

private:
    struct Source {
        std::uint32_t point;
        std::int8_t side; // 1, -1, or 0 where it is not thickened
    };

    double m_thickness;
    std::size_t m_count = 0;
    std::vector<std::array<std::uint32_t, 3>> m_open; // the triangles that are thickened, of welded points
    std::vector<std::uint32_t> m_welded;
    std::vector<Source> m_sources; // by point of the shell
    std::vector<std::array<std::uint32_t, 3>> m_triangles;
};

} // namespace sastrugi
