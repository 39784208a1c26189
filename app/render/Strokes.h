// Dots, lines and small triangles in the colours that they bring: samples, arrows, streamlines, paths.
#pragma once

#include "engine/core/Vector.h"
#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

class vtkRenderer;

namespace sastrugi
{

struct Strokes {
    using Bytes = std::array<std::uint8_t, 3>; // red, green, blue of sRGB

    Vector3 origin = {0, 0, 0};                    // of the points, m
    std::vector<Vector3f> points;                  // relative to it
    std::vector<Bytes> colours;                    // one for each point
    std::vector<std::vector<std::uint32_t>> lines; // each through these points
    std::vector<std::array<std::uint32_t, 3>> triangles;
    bool hasDots = false; // one at each point
    bool isAbove = false; // over all that is in front of them
    double width = 1.5;   // of lines and dots, pixels

    std::uint32_t add(const Vector3f& point, const Bytes& colour)
    {
        points.push_back(point);
        colours.push_back(colour);
        return static_cast<std::uint32_t>(points.size() - 1);
    }
};

class StrokeActors
{
public:
    /// `above` is a layer over the other, with the same camera.
    StrokeActors(vtkRenderer& renderer, vtkRenderer& above);
    ~StrokeActors();

    /// What was shown already, the same in memory, is not prepared again. They are no part of what is framed or picked.
    void show(const std::vector<std::shared_ptr<const Strokes>>& strokes);
    const std::vector<std::shared_ptr<const Strokes>>& shown() const { return m_shown; }
    Bounds bounds() const;
    /// Factor of widths, on fine screens.
    void setScale(double scale);

private:
    struct Prepared;

    vtkRenderer &m_renderer, &m_above;
    std::vector<std::shared_ptr<const Strokes>> m_shown;
    std::vector<std::unique_ptr<Prepared>> m_prepared; // of each
    double m_scale = 1;
};

} // namespace sastrugi
