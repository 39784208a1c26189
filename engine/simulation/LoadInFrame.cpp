#include "engine/simulation/LoadInFrame.h"

#include <fmt/format.h>

namespace sastrugi
{

std::string loadFigure(std::string_view boundary) { return fmt::format("way.{}", boundary); }

Boundary asIn(Boundary boundary, const Frame& frame)
{
    if (!boundary.load)
        return boundary;
    const auto way = frame.figures.find(loadFigure(boundary.name));
    if (way == frame.figures.end())
        return boundary;
    const MotionKey key{.way = way->second * boundary.load->direction()};
    boundary.motion = boundary.motion.followedBy(KeyedMotion({key}, KeyInterpolation::Linear, Vector3::Zero()));
    boundary.load.reset();
    return boundary;
}

} // namespace sastrugi
