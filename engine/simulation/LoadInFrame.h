// Where a frame has the boundaries that carry a load: a run decides that, a scene does not say it.
#pragma once

#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <string>

namespace sastrugi
{

/// The figure of a frame that says how far its load has moved the boundary of that name along its axis, m.
std::string loadFigure(std::string_view boundary);

/// The boundary with the way of its load in `frame` as a part of its motion, and without the load. As it is where it
/// carries none or the frame does not say.
Boundary asIn(Boundary boundary, const Frame& frame);

} // namespace sastrugi
