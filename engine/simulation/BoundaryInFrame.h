// Where a frame has the boundaries that a run moves: those that carry a load, and rigid bodies. A scene does not say
// it.
#pragma once

#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <string>

namespace sastrugi
{

/// The figure of a frame that says how far its load has moved the boundary of that name along its axis, m.
std::string loadFigure(std::string_view boundary);

/// Figures of a frame that say where the rigid body of that name is: from where its mesh is without any motion.
void addBodyFigures(std::map<std::string, double>& figures, std::string_view boundary, const RigidPose& pose);

/// The figures of both kinds for a time between two frames, by `share` of the way from one to the other.
void addPlacesBetween(std::map<std::string, double>& figures, const Frame& before, const Frame& after, double share);

/// The boundary with what moved it in `frame` as its motion, and no load and no body any more. As it is where nothing
/// does or the frame does not say.
Boundary asIn(Boundary boundary, const Frame& frame);

} // namespace sastrugi
