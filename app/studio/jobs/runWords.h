// How a run stands, in a few words.
#pragma once

#include <QColor>
#include <QString>

namespace sastrugi::studio
{

struct Run;

/// "running", "paused"
QString stateText(const Run& run);
/// Name of an icon.
QString stateIcon(const Run& run);
QColor stateColour(const Run& run);
/// "frame 12 of 36"; empty before there is one.
QString frameText(const Run& run);
/// A sentence: why it ended, or what it will need.
QString remark(const Run& run);

} // namespace sastrugi::studio
