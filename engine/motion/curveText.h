// Curves and expressions as text: what a user types.
#pragma once

#include "engine/core/Units.h"
#include "engine/motion/MotionPath.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// What keys say nothing of.
struct CurveDefaults {
    CurveKind kind = CurveKind::Smooth;
    CurveEnd before = CurveEnd::Hold, after = CurveEnd::Hold;
};

/// A line is a key: time; value; kind; handles before and after it as 'time, value', with units where they are not
/// seconds and `unit`, as in
///     1.5 s; -20 cm; bezier; -0.2 s, 0; 0.2 s, 5 cm
/// What follows the value may be left out. Empty lines count for nothing. Throws Error(Scene) that names the line.
std::vector<CurveKey> parseCurveKeys(std::string_view text, Unit unit, CurveKind kind);

/// The text that parseCurveKeys() reads back as the same keys.
std::string formatCurveKeys(const std::vector<CurveKey>& keys, Unit unit);

/// A number with its unit, keys where there is a ';', or an expression. Throws Error(Scene).
Channel parseChannel(std::string_view text, Unit unit, const CurveDefaults& defaults, const FrameCount& frames);

} // namespace sastrugi
