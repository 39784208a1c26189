// Curves in a table, as spreadsheets and measurements have them: CSV, a line for each time.
#pragma once

#include "engine/motion/Curve.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// Keys by the name of their column.
using CurveTable = std::map<std::string, std::vector<CurveKey>, std::less<>>;

/// The first line names the columns, of which one is `time`; an empty cell is no key. All keys are of `kind`. Numbers
/// are in SI. Throws Error(Scene) that names the line.
CurveTable parseCurveTable(std::string_view content, CurveKind kind);

/// What parseCurveTable() reads back: times and values, and neither kinds nor handles.
std::string formatCurveTable(const CurveTable& table);

} // namespace sastrugi
