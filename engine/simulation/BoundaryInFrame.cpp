#include "engine/simulation/BoundaryInFrame.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace sastrugi
{

namespace
{

constexpr std::array<std::string_view, 7> poseParts = {"x", "y", "z", "turnX", "turnY", "turnZ", "turnW"};

std::string bodyFigure(std::string_view boundary, std::size_t part)
{
    return fmt::format("body.{}.{}", boundary, poseParts[part]);
}

std::optional<RigidPose> bodyPose(const Frame& frame, std::string_view boundary)
{
    std::array<double, poseParts.size()> parts;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const auto figure = frame.figures.find(bodyFigure(boundary, part));
        if (figure == frame.figures.end())
            return {};
        parts[part] = figure->second;
    }
    const Eigen::Quaterniond turn(parts[6], parts[3], parts[4], parts[5]);
    return RigidPose{turn.normalized().toRotationMatrix(), {parts[0], parts[1], parts[2]}};
}

RigidMotion motionTo(const Vector3& way, const Eigen::Quaterniond& turn)
{
    const MotionKey key{.way = way, .turn = turn};
    return RigidMotion().followedBy(KeyedMotion({key}, KeyInterpolation::Linear, Vector3::Zero()));
}

} // namespace

std::string loadFigure(std::string_view boundary) { return fmt::format("way.{}", boundary); }

void addBodyFigures(std::map<std::string, double>& figures, std::string_view boundary, const RigidPose& pose)
{
    const Eigen::Quaterniond turn(pose.rotation);
    for (int axis = 0; axis < 3; ++axis)
        figures[bodyFigure(boundary, static_cast<std::size_t>(axis))] = pose.translation[axis];
    for (int part = 0; part < 4; ++part) // x, y, z, w
        figures[bodyFigure(boundary, static_cast<std::size_t>(3 + part))] = turn.coeffs()[part];
}

void addPlacesBetween(std::map<std::string, double>& figures, const Frame& before, const Frame& after, double share)
{
    for (const auto& [name, value] : before.figures) {
        const auto next = after.figures.find(name);
        if (next == after.figures.end())
            continue;
        if (name.starts_with("way."))
            figures[name] = (1 - share) * value + share * next->second;
        if (!name.starts_with("body.") || !name.ends_with(".x"))
            continue;
        const std::string boundary = name.substr(5, name.size() - 7);
        const std::optional<RigidPose> begin = bodyPose(before, boundary), end = bodyPose(after, boundary);
        if (begin && end)
            addBodyFigures(
                figures, boundary,
                {Eigen::Quaterniond(begin->rotation).slerp(share, Eigen::Quaterniond(end->rotation)).toRotationMatrix(),
                 (1 - share) * begin->translation + share * end->translation});
    }
}

Boundary asIn(Boundary boundary, const Frame& frame)
{
    if (boundary.load) {
        const auto way = frame.figures.find(loadFigure(boundary.name));
        if (way == frame.figures.end())
            return boundary;
        boundary.motion = boundary.motion.followedBy(
            motionTo(way->second * boundary.load->direction(), Eigen::Quaterniond::Identity()));
        boundary.load.reset();
    }
    if (boundary.body) {
        const std::optional<RigidPose> pose = bodyPose(frame, boundary.name);
        if (!pose)
            return boundary;
        boundary.motion = motionTo(pose->translation, Eigen::Quaterniond(pose->rotation));
        boundary.body.reset();
    }
    return boundary;
}

} // namespace sastrugi
