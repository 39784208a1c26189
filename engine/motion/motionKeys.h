// Key frames as text: what a user types.
#pragma once

#include "engine/motion/KeyedMotion.h"

#include <string_view>
#include <vector>

namespace sastrugi
{

/// A line is a key: time; way; turn, with units where they are not seconds, metres and radians, as in
///     1.5 s; 0, 0, -20 cm; 0, 0, 90 deg
/// Turns are angles about the fixed axes x, then y, then z, and may be left out. Empty lines count for nothing.
/// Throws Error(Scene) that names the line, what is wrong with it and what is expected.
std::vector<MotionKey> parseMotionKeys(std::string_view text);

} // namespace sastrugi
