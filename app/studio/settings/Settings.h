// What is remembered between sessions: an INI file in the user's configuration folder.
#pragma once

#include <QSettings>

namespace sastrugi::studio
{

/// Cheap to make where it is needed: all of one process share the values.
class Settings : public QSettings
{
public:
    /// Opens `sastrugi/studio.ini`, or the file named by the environment variable SASTRUGI_SETTINGS.
    Settings();
};

} // namespace sastrugi::studio
