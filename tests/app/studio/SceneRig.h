// A window with a scene of its own open, and what tests ask it for.
#pragma once

#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/viewport/Viewport.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"

#include "nodes/types/allNodes.h"
#include "tests/app/cli/Program.h"

#include <QApplication>

#include <memory>

namespace sastrugi::test
{

class SceneRig
{
public:
    explicit SceneRig(const QString& text)
    {
        using namespace studio;
        qputenv("SASTRUGI_SETTINGS", folder.filePath("settings").toUtf8());
        qputenv("SASTRUGI_RECOVERY", folder.filePath("recovery").toUtf8());
        file = writeFile(folder.filePath(QString::fromUtf8("\u0441\u043d\u0435\u0433 1.sastrugi")), text);
        window = std::make_unique<MainWindow>(allNodes());
        window->resize(1400, 900);
        window->show();
        isReady = QTest::qWaitForWindowExposed(window.get());
        QApplication::setActiveWindow(window.get());
        isReady = isReady && window->files().open(file);
    }
    ~SceneRig()
    {
        window->document().undoStack().setClean();
        window.reset();
    }

    studio::Document& document() { return window->document(); }
    studio::Viewport& viewport() { return window->viewports().active(); }
    View& view() { return viewport().scene().view(); }
    const studio::FrameTable& table() { return window->frames().table(); }
    const Frame* shown() { return view().particles().frame().get(); }
    QImage picture() { return viewport().scene().picture(); }

    /// Whether it succeeded.
    bool simulate(const QString& frames)
    {
        return runProgram({"sim", file, "--frames", frames, "--progress", "none"}).code == 0;
    }

    QTemporaryDir folder;
    QString file;
    std::unique_ptr<studio::MainWindow> window;
    bool isReady = false;
};

} // namespace sastrugi::test
