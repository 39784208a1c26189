// The edges at which a mesh is open, branches, or has triangles that face opposite sides.
#pragma once

#include "app/studio/viewport/StrokeMaker.h"

#include "engine/simulation/Scene.h"

#include <vector>

namespace sastrugi::studio
{

class FaultReader : public StrokeMaker
{
    Q_OBJECT

public:
    /// A mesh, or an obstacle where it is at a time, seconds.
    struct Shape {
        std::shared_ptr<const TriangleMesh> mesh;
        std::shared_ptr<const Boundary> moving; // whose mesh it is; null: it stands still
        double time = 0;

        bool operator==(const Shape&) const = default;
    };
    struct Colours {
        Strokes::Bytes open = {}, branching = {}, facing = {};

        bool operator==(const Colours&) const = default;
    };

    using StrokeMaker::StrokeMaker;

    /// Asks for them; what is there already is not made again.
    void want(const std::vector<Shape>& shapes, const Colours& colours);

private:
    std::vector<Shape> m_shapes;
    Colours m_colours;
};

} // namespace sastrugi::studio
