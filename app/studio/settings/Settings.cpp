#include "app/studio/settings/Settings.h"

#include <QStandardPaths>

namespace sastrugi::studio
{

namespace
{

QString settingsFile()
{
    const QString named = qEnvironmentVariable("SASTRUGI_SETTINGS");
    return named.isEmpty()
               ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/sastrugi/studio.ini"
               : named;
}

} // namespace

Settings::Settings() : QSettings(settingsFile(), QSettings::IniFormat) {}

} // namespace sastrugi::studio
