// A velocity field as arrows and streamlines, coloured by speed.
#pragma once

#include "app/render/Strokes.h"

#include "engine/fields/VectorField.h"
#include "engine/geometry/TriangleMesh.h"

#include <string_view>

namespace sastrugi
{

struct WindLook {
    bool hasArrows = true, hasStreamlines = false;
    std::string_view map = "viridis"; // of colourMaps()
};

struct WindStrokes {
    Strokes strokes;
    double speed = 0; // of the last colour and the longest arrow, m/s: the largest at the arrows
};

/// In the box, at a time in seconds after the first frame. Arrows stand on a lattice of about nine along the longest
/// edge, and are as long as its cells where it blows most; streamlines start on a coarser one and follow the field as
/// it is at that time, by the method of Runge and Kutta. An empty box: none.
WindStrokes windStrokes(const VectorField& field, const Bounds& box, double time, const WindLook& look);

} // namespace sastrugi
