#include "app/studio/jobs/jobWords.h"

#include <QLocale>

#include <cmath>

namespace sastrugi::studio
{

QString countText(double count)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(std::max(0.0, count)));
}

QString byteText(double bytes)
{
    return QLocale(QLocale::English).formattedDataSize(static_cast<qint64>(bytes), bytes < 1024 ? 0 : 1);
}

QString durationText(double seconds)
{
    if (!std::isfinite(seconds))
        return {};
    const auto whole = static_cast<qint64>(std::ceil(seconds));
    const auto twoDigits = [](qint64 number) { return QString("%1").arg(number, 2, 10, QChar('0')); };
    if (whole >= 3600)
        return QObject::tr("%1 h %2 min").arg(whole / 3600).arg(twoDigits(whole / 60 % 60));
    return whole >= 60 ? QObject::tr("%1 min %2 s").arg(whole / 60).arg(twoDigits(whole % 60))
                       : QObject::tr("%1 s").arg(whole);
}

QString timeStepText(double seconds) { return QObject::tr("%1 ms").arg(1e3 * seconds, 0, 'g', 3); }

} // namespace sastrugi::studio
