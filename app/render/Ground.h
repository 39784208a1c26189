// A grid on z = 0, with the axes in it: where things are, and how large.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"

#include <memory>

class vtkRenderer;

namespace sastrugi
{

class Ground
{
public:
    explicit Ground(vtkRenderer& renderer);
    ~Ground();

    /// Its squares are a power of ten of a metre, some tens of them across what there is.
    void showAround(const Bounds& bounds);
    void setVisible(bool isVisible);
    /// Of the lines, sRGB.
    void setColour(const Colour& colour);
    Bounds bounds() const;
    /// Of a square, m.
    double spacing() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sastrugi
