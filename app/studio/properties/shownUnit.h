// In which unit a quantity is shown: degrees for angles, kilopascals for large pressures, SI for the rest.
#pragma once

#include "engine/core/Units.h"

#include <QString>

namespace sastrugi::studio
{

struct ShownUnit {
    std::string_view symbol;
    double scale = 1; // value = shown number * scale
};

ShownUnit shownUnit(Unit unit, double value);

/// The number with six digits, without its unit.
QString shownNumber(double value, const ShownUnit& unit);
/// As many digits as it takes to read the same value back.
QString exactNumber(double value, const ShownUnit& unit);
/// "140 kPa", "20 deg"
QString shownQuantity(double value, Unit unit);
/// "0.01 to 100 m", "at least 1 kPa"; empty where there are no bounds.
QString rangeText(double minimum, double maximum, Unit unit);

} // namespace sastrugi::studio
