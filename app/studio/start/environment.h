// What has to be right before and after QApplication is made: locale, display, scale, font.
#pragma once

#include <QString>

namespace sastrugi::studio
{

/// Before QApplication. Names of files are UTF-8 whatever the locale of the caller; and from now on a display that
/// cannot be opened ends the program with a sentence and exit code 1, not with a crash.
void prepareEnvironment();

/// Why there can be no window, as a sentence; empty when there may be one.
QString whyNoDisplay();

/// After QApplication: names, font, theme and number format.
void prepareApplication(bool isSafe);

} // namespace sastrugi::studio
