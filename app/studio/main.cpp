// The program sastrugi-studio.
#include "app/studio/start/Arguments.h"
#include "app/studio/start/environment.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"

#include "engine/core/Error.h"
#include "nodes/graph/solverNodes.h"
#include "nodes/types/allNodes.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

int failWith(const std::string& sentence, int code)
{
    std::fprintf(stderr, "sastrugi-studio: %s\n", sentence.c_str());
    return code;
}

/// Whatever is there and has another ending than a scene.
bool isMeshName(const QString& file)
{
    const QFileInfo info(file);
    return info.isFile() && !info.suffix().isEmpty() && info.suffix().compare("sastrugi", Qt::CaseInsensitive) != 0 &&
           info.suffix() != "backup" && info.suffix() != "json";
}

int showWindow(int argc, char** argv, const Arguments& arguments)
{
    prepareEnvironment();
    if (const QString why = whyNoDisplay(); !why.isEmpty())
        return failWith(why.toStdString(), 1);
    QApplication application(argc, argv);
    prepareApplication(arguments.isSafe);
    MainWindow window(allNodes(), {.isSafe = arguments.isSafe});
    window.show();
    // Questions come when the window can be seen.
    QTimer::singleShot(0, &window, [&] {
        const QString file = QString::fromStdString(arguments.scene);
        if (isMeshName(file)) // as if it were dropped
            window.takeFiles({QFileInfo(file).absoluteFilePath()}, {});
        else if (!file.isEmpty())
            window.files().open(file, !arguments.isSafe);
        if (arguments.isSimulated)
            for (const std::string& node : solverNodes(window.document().graph()))
                window.runs().simulate(node);
        window.offerRecovery();
    });
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const Arguments arguments = readArguments({argv + 1, argv + argc});
        if (arguments.isHelpWanted)
            return std::fputs(helpText().c_str(), stdout), 0;
        if (arguments.isVersionWanted)
            return std::puts("sastrugi-studio " SASTRUGI_VERSION), 0;
        return showWindow(argc, argv, arguments);
    } catch (const Error& error) {
        return failWith(error.what(), error.exitCode());
    }
}
