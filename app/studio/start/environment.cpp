#include "app/studio/start/environment.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/settings/Settings.h"

#include <QApplication>
#include <QFont>
#include <QLocale>
#include <QSurfaceFormat>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <langinfo.h>

namespace sastrugi::studio
{

namespace
{

const char* const advice = "set DISPLAY or WAYLAND_DISPLAY, or use the program 'sastrugi', which needs none";

/// Set once the application object stands. (qApp is set before that: its constructor opens the display.)
bool isStarted = false;

void receive(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtFatalMsg && !isStarted) { // only the display can be at fault so early
        std::fprintf(stderr, "sastrugi-studio: the display cannot be opened; %s\n", advice);
        std::_Exit(1);
    }
    if (text.contains("XDG_RUNTIME_DIR"))
        return; // nothing depends on it
    std::fprintf(stderr, "%s\n", qPrintable(text));
    if (type == QtFatalMsg)
        std::abort();
}

void usePlainUtf8()
{
    std::setlocale(LC_ALL, "");
    if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        ::setenv("LC_ALL", "C.UTF-8", 1);
}

QFont applicationFont()
{
    QFont font = QApplication::font();
    // Minimal systems name sizes that nobody can read, or in pixels, which do not follow the scale.
    if (font.pointSizeF() < 9 || font.pointSizeF() > 16)
        font.setPointSizeF(9.5);
    return font;
}

} // namespace

void prepareEnvironment()
{
    usePlainUtf8();
    qInstallMessageHandler(receive);
    QSurfaceFormat format; // of the contexts that views draw with
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    QSurfaceFormat::setDefaultFormat(format);
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
}

QString whyNoDisplay()
{
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(variable))
            return {};
    return QString("there is no display; ") + advice;
}

void prepareApplication(bool isSafe)
{
    isStarted = true;
    QApplication::setApplicationName("sastrugi-studio");
    QApplication::setApplicationDisplayName("Sastrugi");
    QApplication::setApplicationVersion(SASTRUGI_VERSION);
    QApplication::setDesktopFileName("sastrugi-studio");
    std::setlocale(LC_NUMERIC, "C"); // QApplication takes the user's; numbers in files have points
    QLocale::setDefault(QLocale::c());
    QApplication::setFont(applicationFont());
    const bool isLight = !isSafe && Settings().value("looks/theme").toString() == "light";
    useTheme(isLight ? ThemeKind::Light : ThemeKind::Dark);
    QApplication::setWindowIcon(applicationIcon());
}

} // namespace sastrugi::studio
