// Figures of runs in a few words.
#pragma once

#include <QString>

namespace sastrugi::studio
{

/// "30,700"
QString countText(double count);
/// "1.4 MiB"
QString byteText(double bytes);
/// "1 h 05 min", "12 min 30 s", "8 s"; empty when it is not known.
QString durationText(double seconds);
/// "0.83 ms"
QString timeStepText(double seconds);

} // namespace sastrugi::studio
