#include "app/studio/properties/shownUnit.h"

#include "app/studio/looks/toQString.h"

#include <QObject>

#include <cmath>
#include <numbers>

namespace sastrugi::studio
{

namespace
{

QString withUnit(const QString& number, std::string_view symbol)
{
    return symbol.empty() ? number : number + " " + toQString(symbol);
}

} // namespace

ShownUnit shownUnit(Unit unit, double value)
{
    constexpr double degree = std::numbers::pi / 180;
    const double size = std::abs(value);
    switch (unit) {
    case Unit::Radian: return {"deg", degree};
    case Unit::RadianPerSecond: return {"deg/s", degree};
    case Unit::Pascal:
        return size >= 1e9   ? ShownUnit{"GPa", 1e9}
               : size >= 1e6 ? ShownUnit{"MPa", 1e6}
               : size >= 1e3 ? ShownUnit{"kPa", 1e3}
                             : ShownUnit{"Pa", 1};
    default: return {symbol(unit), 1};
    }
}

QString shownNumber(double value, const ShownUnit& unit) { return QString::number(value / unit.scale, 'g', 6); }

QString exactNumber(double value, const ShownUnit& unit)
{
    const double number = value / unit.scale;
    // 20 degrees are 20, not 20.000000000000004: what differs in the last bit only is not meant.
    for (const int digits : {6, 9, 12, 15})
        if (const QString text = QString::number(number, 'g', digits);
            std::abs(text.toDouble() - number) <= (unit.scale == 1 ? 0 : 4e-16 * std::abs(number)))
            return text;
    return QString::number(number, 'g', 17);
}

QString shownQuantity(double value, Unit unit)
{
    const ShownUnit shown = shownUnit(unit, value);
    return withUnit(shownNumber(value, shown), shown.symbol);
}

QString rangeText(double minimum, double maximum, Unit unit)
{
    const bool hasLeast = std::isfinite(minimum), hasMost = std::isfinite(maximum);
    const ShownUnit least = shownUnit(unit, minimum), most = shownUnit(unit, maximum);
    const QString first = least.symbol == most.symbol || minimum == 0 ? QString::number(minimum / least.scale, 'g', 6)
                                                                      : shownQuantity(minimum, unit);
    return hasLeast && hasMost ? QObject::tr("%1 to %2").arg(first, shownQuantity(maximum, unit))
           : hasLeast          ? QObject::tr("at least %1").arg(shownQuantity(minimum, unit))
           : hasMost           ? QObject::tr("at most %1").arg(shownQuantity(maximum, unit))
                               : QString();
}

} // namespace sastrugi::studio
