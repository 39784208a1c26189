// What a motion along a path is made of: six functions of time, each a number, a curve or an expression.
#pragma once

#include "engine/core/Vector.h"
#include "engine/motion/Curve.h"
#include "engine/motion/Expression.h"

#include <array>
#include <string_view>
#include <variant>

namespace sastrugi
{

/// A function of time.
using Channel = std::variant<double, Curve, Expression>;

constexpr std::array<std::string_view, 6> channelNames = {"x", "y", "z", "rotationX", "rotationY", "rotationZ"};

struct MotionPath {
    /// In the order of their names: the way of the pivot, metres; angles about the fixed axes x, then y, then z,
    /// radians.
    std::array<Channel, 6> channels = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    Vector3 pivot = Vector3::Zero(); // where it is without the ways, m
};

} // namespace sastrugi
