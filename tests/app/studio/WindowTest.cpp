// The window as a whole, driven by keys and mouse: documents, menus, panels, palette, shortcuts.
#include "app/studio/commands/CommandPalette.h"
#include "app/studio/commands/ShortcutEditor.h"
#include "app/studio/document/incrementedName.h"
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/log/LogPanel.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/properties/QuantityField.h"
#include "app/studio/settings/Settings.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/FitToScreen.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/Panels.h"
#include "app/studio/window/RecoveryDialog.h"

#include "engine/core/File.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

/// Answers the next dialog as soon as it is there.
template <class Answer>
void whenAsked(Answer&& answer)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, answer] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible())
            return;
        timer->deleteLater();
        timer->stop();
        answer(*dialog);
    });
    timer->start(10);
}

void press(QMessageBox::StandardButton button, QString* text = nullptr)
{
    whenAsked([button, text](QDialog& dialog) {
        auto& box = dynamic_cast<QMessageBox&>(dialog);
        if (text)
            *text = box.text() + "\n" + box.informativeText();
        QTest::mouseClick(box.button(button), Qt::LeftButton);
    });
}

void pressNamed(const QString& text)
{
    whenAsked([text](QDialog& dialog) {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL(qPrintable("there is no button " + text));
    });
}

} // namespace

class WindowTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<MainWindow> m_window;

    Document& document() { return m_window->document(); }
    QString path(const QString& name) const { return m_directory->filePath(name); }

    void makeWindow(const WindowOptions& options = {})
    {
        m_window.reset();
        m_window = std::make_unique<MainWindow>(allNodes(), options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get());
    }
    void run(const QString& id) { m_window->commands().action(id)->trigger(); }
    void addBall()
    {
        document().edit("Build", [](Graph& graph) { graph = sampleGraph(); });
    }
    QString saved(const QString& name)
    {
        SceneDocument scene(allNodes());
        scene.graph = sampleGraph();
        saveDocument(scene, toPath(path(name)));
        return path(name);
    }
    void drop(const QStringList& files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        qputenv("SASTRUGI_SETTINGS", path("studio.ini").toUtf8());
        qputenv("SASTRUGI_RECOVERY", path("recovery").toUtf8());
        useTheme(ThemeKind::Dark);
        makeWindow();
    }
    void cleanup() { m_window.reset(); }

    void itStartsWithAPageAndKeysStartAScene()
    {
        QVERIFY(m_window->isStartPageShown());
        QVERIFY(!m_window->panels().dock("viewport").isVisible()); // the page has the room
        QVERIFY(m_window->centralWidget()->height() > 500);
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(!m_window->isStartPageShown());
        QVERIFY(m_window->panels().dock("viewport").isVisible());
        QVERIFY(m_window->panels().dock("viewport").height() > 300);
        QCOMPARE(m_window->windowTitle(), QString("Untitled[*] - Sastrugi"));
    }

    void editsHaveNamesInTheMenuAndBothKeysRedo()
    {
        addBall();
        QAction* undo = m_window->commands().action("edit.undo");
        QCOMPARE(undo->text(), QString("Undo Build"));
        QVERIFY(m_window->isWindowModified());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!undo->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(document().graph() == sampleGraph());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(document().graph() == sampleGraph());
    }

    void aSceneIsSavedAsAndCounted()
    {
        addBall();
        const QString name = path(QString::fromUtf8("\u0441\u043d\u0435\u0433; a & b"));
        whenAsked([name](QDialog& dialog) {
            auto* line = dialog.findChild<QLineEdit*>("fileNameEdit");
            line->setText(name);
            QTest::keyClick(line, Qt::Key_Return);
        });
        QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(QFile::exists(name + ".sastrugi"));
        QVERIFY(!document().isModified());
        document().edit("Add", [](Graph& graph) { graph.add("geometry.box"); });
        run("file.saveIncrement");
        run("file.saveIncrement");
        QVERIFY(QFile::exists(name + ".003.sastrugi"));
        QCOMPARE(m_window->files().recent().files(),
                 (QStringList{name + ".003.sastrugi", name + ".002.sastrugi", name + ".sastrugi"}));
        QVERIFY(loadDocument(toPath(name + ".sastrugi"), allNodes()).graph == sampleGraph());
    }

    void versionsAreCountedOn()
    {
        const auto next = [&](const QString& name) {
            return QString::fromStdString(incrementedName(toPath(path(name))).filename().string());
        };
        QCOMPARE(next("snow.sastrugi"), QString("snow.002.sastrugi"));
        QCOMPARE(next("snow.v2.sastrugi"), QString("snow.v2.002.sastrugi"));
        QCOMPARE(next("snow.0099.sastrugi"), QString("snow.0100.sastrugi"));
        saved("snow.007.sastrugi");
        QCOMPARE(next("snow.003.sastrugi"), QString("snow.008.sastrugi"));
    }

    void unsavedChangesAreGuarded()
    {
        addBall();
        press(QMessageBox::Cancel);
        QVERIFY(!m_window->files().startNew());
        QVERIFY(document().graph() == sampleGraph());
        press(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        press(QMessageBox::Discard);
        QVERIFY(m_window->files().startNew());
        QCOMPARE(document().graph().nodes().size(), std::size_t{1});
        const auto kept = m_window->recovery().folder().worthRecovering(allNodes());
        QCOMPARE(kept.size(), std::size_t{1}); // what was discarded can still be had
        QVERIFY(m_window->recovery().folder().read(kept[0], allNodes()).graph == sampleGraph());
        const QString file = saved("a.sastrugi");
        QVERIFY(m_window->files().open(file));
        document().edit("Add", [](Graph& graph) { graph.add("geometry.box", "more"); });
        press(QMessageBox::Save);
        QVERIFY(m_window->files().startNew());
        QVERIFY(loadDocument(toPath(file), allNodes()).graph.find("more") != nullptr);
    }

    void whatCannotBeOpenedIsNamed()
    {
        FileLayer().writeAtomically(toPath(path("broken.sastrugi")), "{");
        QString text;
        press(QMessageBox::Ok, &text);
        QVERIFY(!m_window->files().open(path("broken.sastrugi")));
        QVERIFY2(text.contains("broken.sastrugi"), qPrintable(text));
        press(QMessageBox::Ok, &text);
        QVERIFY(!m_window->files().open(path("missing.sastrugi")));
        QVERIFY2(text.contains("missing.sastrugi"), qPrintable(text));
        QCOMPARE(m_window->logPanel().model().rowCount(), 2);
    }

    void aNewerSceneIsShownWithWhatIsUnknownAndSavedElsewhere()
    {
        const QString file = path("newer.sastrugi");
        FileLayer().writeAtomically(toPath(file), R"({"format": "sastrugi", "version": 9, "nodes": [
            {"name": "scene", "type": "scene"}, {"name": "storm", "type": "weather.storm"}], "links": []})");
        const std::string before = FileLayer().readText(toPath(file));
        QString text;
        press(QMessageBox::Ok, &text);
        QVERIFY(m_window->files().open(file));
        QVERIFY2(text.contains("weather.storm") && text.contains("newer.sastrugi"), qPrintable(text));
        whenAsked(
            [](QDialog& dialog) { QTest::keyClick(dialog.findChild<QLineEdit*>("fileNameEdit"), Qt::Key_Return); });
        QVERIFY(m_window->files().save());
        QCOMPARE(FileLayer().readText(toPath(file)), before);
        QVERIFY(QFile::exists(path("newer.002.sastrugi")));
    }

    void scenesAndMeshesAreDropped()
    {
        const QString file = saved("dropped.sastrugi");
        drop({file, path("bunny.obj"), path("b.ply")});
        QVERIFY(document().scene().file == toPath(file));
        QCOMPARE(document().graph().nodes().size(), sampleGraph().nodes().size() + 2);
        const Node* mesh = document().graph().find("meshFile");
        QVERIFY(mesh);
        QCOMPARE(std::get<FilePath>(document().graph().value("meshFile", "file")).text, std::string("bunny.obj"));
        QCOMPARE(document().undoStack().count(), 1);
    }

    void aSceneIsOpenedWithoutEvaluatingIt()
    {
        QVERIFY(m_window->files().open(saved("a.sastrugi"), false));
        QVERIFY(!m_window->evaluation().isAutomatic());
        QVERIFY(m_window->evaluation().status("ball").state == NodeState::Stale);
        run("evaluation.now");
        QTRY_VERIFY(m_window->evaluation().status("ball").state == NodeState::Fresh);
    }

    void recentFilesSurviveOddNamesAndMissingFiles()
    {
        const QStringList odd = {"/a;b/c,d.sastrugi", "/\"quoted\"\\ %20 @x.sastrugi",
                                 QString::fromUtf8("/\u96ea/\u0441 \u043d.sastrugi")};
        RecentFiles& recent = m_window->files().recent();
        for (const QString& file : odd)
            recent.add(file);
        makeWindow();
        QCOMPARE(m_window->files().recent().files(), (QStringList{odd[2], odd[1], odd[0]}));
        for (int i = 0; i < 30; ++i)
            m_window->files().recent().add(QString("/%1.sastrugi").arg(i));
        QCOMPARE(m_window->files().recent().files().size(), RecentFiles::most);
    }

    void panelsAreRememberedMaximisedAndReset()
    {
        QDockWidget* log = &m_window->panels().dock("log");
        run("view.log");
        QVERIFY(!log->isVisible());
        QVERIFY(m_window->close());
        makeWindow();
        QVERIFY(!m_window->panels().dock("log").isVisible());
        run("view.resetLayout");
        QVERIFY(m_window->panels().dock("log").isVisible());
        QCursor::setPos(m_window->mapToGlobal(QPoint(300, 300)));
        QTest::keyClick(m_window.get(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(m_window->panels().isMaximised());
        QVERIFY(!m_window->panels().docks().first()->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(m_window->panels().docks().first()->isVisible());
    }

    void keysReachEveryPanel()
    {
        run("file.new");
        QSet<QWidget*> reached;
        for (QDockWidget* front : m_window->panels().docks()) { // of those that share a place the one in front
            front->raise();
            QCoreApplication::processEvents();
            for (int i = 0; i < 6; ++i) {
                QTest::keyClick(m_window.get(), Qt::Key_F6);
                for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
                    reached.insert(widget);
            }
        }
        for (QDockWidget* dock : m_window->panels().docks())
            QVERIFY2(reached.contains(dock), qPrintable(dock->objectName()));
        QVERIFY(reached.contains(m_window->centralWidget()));
    }

    void thePaletteRunsWhatIsTyped()
    {
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* line = m_window->findChild<QLineEdit*>("commandPaletteLine");
        QVERIFY(line->isVisible());
        QTest::keyClicks(line, "light th");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(theme().kind == ThemeKind::Light);
        QCOMPARE(Settings().value("looks/theme").toString(), QString("light"));
    }

    void noTwoCommandsShareKeys()
    {
        for (const QString& id : m_window->commands().ids()) {
            const QStringList others = m_window->shortcuts().conflicts(id, m_window->shortcuts().keys(id));
            QVERIFY2(others.isEmpty(), qPrintable(id + " and " + others.join(", ")));
        }
    }

    void keysAreChangedShownAndRemembered()
    {
        Shortcuts& shortcuts = m_window->shortcuts();
        ShortcutEditor editor(m_window->commands(), shortcuts);
        editor.show();
        QTest::keyClicks(editor.findChild<QLineEdit*>("shortcutSearch"), "save as");
        auto* list = editor.findChild<QTreeWidget*>("shortcutList");
        QCOMPARE(list->currentItem()->text(0), QString("Save As"));
        auto* keys = editor.findChild<QWidget*>("shortcutKeys");
        QTest::keyClick(keys, Qt::Key_N, Qt::ControlModifier);
        auto* assign = editor.findChild<QPushButton*>("shortcutAssign");
        QTRY_VERIFY(assign->isEnabled()); // the field waits for further keys
        pressNamed("Give to Both");
        QTest::mouseClick(assign, Qt::LeftButton);
        QCOMPARE(shortcuts.keys("file.saveAs"), QList{QKeySequence("Ctrl+N")});
        QCOMPARE(shortcuts.conflicts("file.saveAs", shortcuts.keys("file.saveAs")), QStringList{"file.new"});
        QVERIFY(!list->currentItem()->icon(2).isNull());
        makeWindow();
        QCOMPARE(m_window->shortcuts().keys("file.saveAs"), QList{QKeySequence("Ctrl+N")});
        m_window->shortcuts().reset("file.saveAs");
        makeWindow();
        QVERIFY(!m_window->shortcuts().isChanged("file.saveAs"));
    }

    void keysInUseAreMovedWhereThatIsWanted()
    {
        Shortcuts& shortcuts = m_window->shortcuts();
        ShortcutEditor editor(m_window->commands(), shortcuts);
        editor.show();
        QTest::keyClicks(editor.findChild<QLineEdit*>("shortcutSearch"), "save as");
        auto* assign = editor.findChild<QPushButton*>("shortcutAssign");
        QTest::keyClick(editor.findChild<QWidget*>("shortcutKeys"), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(assign->isEnabled());
        press(QMessageBox::Cancel);
        QTest::mouseClick(assign, Qt::LeftButton);
        QVERIFY(!shortcuts.isChanged("file.saveAs"));
        pressNamed("Move Them Here");
        QTest::mouseClick(assign, Qt::LeftButton);
        QCOMPARE(shortcuts.keys("file.saveAs"), QList{QKeySequence("Ctrl+N")});
        QVERIFY(shortcuts.keys("file.new").isEmpty());
    }

    void enterInTheSearchOfKeysResetsNothing()
    {
        Shortcuts& shortcuts = m_window->shortcuts();
        shortcuts.set("file.save", {QKeySequence("F9")});
        ShortcutEditor editor(m_window->commands(), shortcuts);
        editor.show();
        auto* search = editor.findChild<QLineEdit*>("shortcutSearch");
        QTest::keyClicks(search, "save");
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(shortcuts.isChanged("file.save"));
        QVERIFY(editor.isVisible());
        auto* resetAll = editor.findChild<QPushButton*>("shortcutResetAll");
        press(QMessageBox::Cancel);
        QTest::mouseClick(resetAll, Qt::LeftButton);
        QVERIFY(shortcuts.isChanged("file.save"));
        press(QMessageBox::Reset);
        QTest::mouseClick(resetAll, Qt::LeftButton);
        QVERIFY(!shortcuts.isChanged("file.save"));
    }

    void undoReachesTheDocumentFromAField()
    {
        addBall();
        m_window->selection().set({"snow"}, "snow");
        auto* field = m_window->findChild<PropertyPanel*>()->row("density")->findChild<QuantityField*>();
        const auto density = [&] { return std::get<double>(document().graph().value("snow", "density")); };
        const double before = density();
        const auto type = [&](const QString& text) {
            QTest::mouseClick(field, Qt::LeftButton);
            QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(field, text);
        };
        type("300");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(density(), 300.0);
        QVERIFY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(density(), before);
        QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(density(), 300.0);
        type("20"); // what is typed goes first
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(density(), 300.0);
        QTest::keyClick(field, Qt::Key_Escape);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(density(), before);
        QTest::mousePress(field, Qt::LeftButton, {}, field->rect().center());
        for (int x = 5; x <= 40; x += 5) {
            const QPointF at = field->rect().center() + QPoint(x, 0);
            QMouseEvent move(QEvent::MouseMove, at, field->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(field, &move);
        }
        QTest::mouseRelease(field, Qt::LeftButton);
        QVERIFY(density() > before);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(density(), before);
        auto* name = m_window->findChild<QLineEdit*>("nodeName");
        name->setFocus();
        QTest::keyClick(name, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(density() > before);
    }

    void arrowsInAnOpenMenuAreItsOwn()
    {
        addBall();
        m_window->selection().set({"ball"}, "ball");
        m_window->graphEditor().view().setFocus();
        const QList<QAction*> menus = m_window->menuBar()->actions();
        QTest::mouseClick(m_window->menuBar(), Qt::LeftButton, {},
                          m_window->menuBar()->actionGeometry(menus[0]).center());
        QTRY_VERIFY(menus[0]->menu()->isVisible());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Right);
        QTRY_VERIFY(menus[1]->menu()->isVisible());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Left);
        QTRY_VERIFY(menus[0]->menu()->isVisible());
        QCOMPARE(m_window->selection().active(), std::string("ball"));
        menus[0]->menu()->close();
    }

    void aFillThatIsTooLargeIsAnErrorOfItsNodeAndInTheLog()
    {
        addBall();
        document().edit("Grow", [](Graph& graph) {
            graph.setValue("ball", "radius", 100.0);
            graph.setValue("sph", "spacing", 0.01);
        });
        QTRY_VERIFY(m_window->evaluation().status("fill").state == NodeState::Error);
        QVERIFY(m_window->evaluation().status("fill").text.contains("use a larger spacing"));
        QVERIFY(m_window->evaluation().status("sph").text.contains("waits for 'fill'"));
        const LogModel& log = m_window->logPanel().model();
        const auto rowOf = [&](const QString& words) {
            for (int row = 0; row < log.rowCount(); ++row)
                if (log.line(row).contains(words))
                    return row;
            return -1;
        };
        QTRY_VERIFY(rowOf("use a larger spacing") >= 0);
        const int row = rowOf("use a larger spacing");
        QCOMPARE(log.node(row), QString("fill"));
        QTRY_VERIFY(log.holds(row));
        document().undoStack().undo();
        QTRY_VERIFY(m_window->evaluation().status("fill").state == NodeState::Fresh);
        QTRY_VERIFY(!log.holds(row)); // what is mended is dimmed
        document().undoStack().redo();
        QTRY_VERIFY(log.holds(row));
    }

    void aLargeFillIsCountedByItsVolume()
    {
        addBall();
        document().edit("Grow", [](Graph& graph) {
            graph.setValue("ball", "radius", 3.0);
            graph.setValue("sph", "spacing", 0.01); // 113 million: seeding them takes gigabytes
        });
        QTRY_VERIFY_WITH_TIMEOUT(m_window->evaluation().status("sph").figures.contains("113,000,000"), 3000);
    }

    void anOverlapIsShownWhereItIsLogged()
    {
        addBall();
        document().edit("Twice", [](Graph& graph) {
            graph.add("emitter.fill", "fill2");
            graph.connect({"ball", "mesh", "fill2", "region"});
            graph.connect({"snow", "material", "fill2", "material"});
            graph.connect({"fill2", "emitter", "sph", "emitters"});
        });
        QTRY_VERIFY(m_window->evaluation().status("fill2").state == NodeState::Warning);
        QVERIFY(m_window->evaluation().status("fill2").text.contains("overlap"));
        QVERIFY(!m_window->evaluation().status("sph").text.contains("overlap"));
    }

    void errorsOfANewerFileAreAllInTheLog()
    {
        const QString file = path("newer.sastrugi");
        FileLayer().writeAtomically(toPath(file), R"({"format": "sastrugi", "version": 9, "nodes": [
            {"name": "scene", "type": "scene", "parameters": {"colour": 3, "sound": true}},
            {"name": "storm", "type": "weather.storm"}], "links": []})");
        press(QMessageBox::Ok);
        QVERIFY(m_window->files().open(file));
        QTRY_VERIFY(!m_window->evaluation().isBusy());
        int counted = 0, logged = 0;
        for (const Node& node : document().graph().nodes())
            counted += m_window->evaluation().status(node.name).errors;
        const LogModel& log = m_window->logPanel().model();
        QTRY_VERIFY(log.rowCount() > counted);
        for (int row = 0; row < log.rowCount(); ++row)
            logged += log.level(row) == LogLevel::Error;
        QVERIFY(counted >= 2);
        QCOMPARE(logged, counted);
    }

    void aFileThatChangedOnDiskIsNotOverwrittenUnasked()
    {
        const QString file = saved("a.sastrugi");
        QVERIFY(m_window->files().open(file));
        document().edit("Add", [](Graph& graph) { graph.add("geometry.box", "mine"); });
        const auto change = [&](const char* node) {
            SceneDocument scene = loadDocument(toPath(file), allNodes());
            scene.graph.add("geometry.box", node);
            saveDocument(scene, toPath(file));
        };
        const auto onDisk = [&](const char* node) {
            return loadDocument(toPath(file), allNodes()).graph.find(node) != nullptr;
        };
        change("theirs");
        press(QMessageBox::Cancel);
        QVERIFY(!m_window->files().save());
        QVERIFY(onDisk("theirs") && !onDisk("mine"));
        pressNamed("Overwrite");
        QVERIFY(m_window->files().save());
        QVERIFY(onDisk("mine") && !onDisk("theirs"));
        QVERIFY(m_window->files().save()); // nobody asks: the file is what was saved
        change("again");
        pressNamed("Reload");
        QVERIFY(!m_window->files().save());
        QVERIFY(document().graph().find("again") && !document().isModified());
    }

    void aSecondWindowOnAFileSaysSo()
    {
        const QString file = saved("a.sastrugi");
        QVERIFY(m_window->files().open(file));
        MainWindow other(allNodes());
        QVERIFY(other.files().open(file));
        QVERIFY(other.statusBar()->currentMessage().contains("another window"));
        QVERIFY(m_window->files().open(saved("b.sastrugi")));
        MainWindow third(allNodes());
        other.files().startNew();
        QVERIFY(third.files().open(file));
        QVERIFY(!third.statusBar()->currentMessage().contains("another window"));
    }

    void whatFailsIsSeenWithoutTheLog()
    {
        addBall();
        run("view.log");
        QApplication::clipboard()->setText("just words");
        m_window->graphEditor().view().setFocus();
        run("graph.paste");
        QVERIFY(m_window->statusBar()->currentMessage().contains("holds no nodes"));
        auto* autosave = m_window->findChild<QToolButton*>("autosaveProblem");
        QVERIFY(!autosave->isVisible());
        Q_EMIT m_window->recovery().failed("no space left");
        QVERIFY(autosave->isVisible());
        QVERIFY(m_window->statusBar()->currentMessage().contains("Autosave is off"));
        Q_EMIT m_window->recovery().written();
        QVERIFY(!autosave->isVisible());
    }

    void theWindowFitsASmallScreen()
    {
        run("file.new");
        const QSize least = m_window->minimumSizeHint(); // 1600 x 1000 at twice the size has 800 x 500
        QVERIFY2(least.width() <= 784 && least.height() <= 460,
                 qPrintable(QString("%1 x %2").arg(least.width()).arg(least.height())));
        QVERIFY(fittingSize(*m_window, {5000, 5000}).width() < m_window->screen()->availableSize().width());
        QDialog large;
        large.resize(5000, 5000);
        large.show();
        QVERIFY(large.height() <= m_window->screen()->availableSize().height());
    }

    void aMeshOnTheCommandLineBecomesAScene()
    {
        m_window->takeFiles({path("spot.obj")}, {});
        QVERIFY(document().graph().find("meshFile"));
        QVERIFY(!m_window->isStartPageShown());
    }

    void safeModeTakesNothingThatWasRemembered()
    {
        m_window->shortcuts().set("file.save", {QKeySequence("F9")});
        makeWindow({.isSafe = true});
        QCOMPARE(m_window->shortcuts().keys("file.save"), QList{QKeySequence("Ctrl+S")});
        QVERIFY(!m_window->evaluation().isAutomatic());
    }

    void theLogIsFilteredAndSelects()
    {
        addBall();
        LogPanel& log = m_window->logPanel();
        log.add({LogLevel::Warning, "ball", "", "is round"});
        log.add({LogLevel::Error, "snow", "", "is cold"});
        log.add({LogLevel::Debug, "", "", "whispers"});
        auto* table = log.findChild<QTableView*>("logTable");
        QCOMPARE(table->model()->rowCount(), 2);
        log.findChild<QLineEdit*>("logWords")->setText("COLD");
        QCOMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 2)).center());
        QCOMPARE(m_window->selection().active(), std::string("snow"));
        log.findChild<QLineEdit*>("logWords")->clear();
        log.showNode("ball");
        QCOMPARE(table->model()->rowCount(), 1);
        for (int i = 0; i < LogModel::mostMessages + 5; ++i)
            log.model().add({LogLevel::Debug, "", "", "again"});
        QCOMPARE(log.model().rowCount(), LogModel::mostMessages);
    }

    void whatADeadSessionLeftIsOffered()
    {
        FileLayer files;
        const RecoveryFolder folder(toPath(path("recovery")));
        RecoveryCopy copy;
        copy.id = RecoveryFolder::newId();
        copy.original = toPath(saved("lost.sastrugi"));
        copy.owner = ProcessIdentity::ofThis();
        copy.owner.startTime = "another process of this number";
        SceneDocument scene = loadDocument(copy.original, allNodes());
        scene.graph.add("geometry.box", "news");
        folder.describe(copy, files);
        folder.write(copy.id, scene, files);
        whenAsked([](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
        m_window->offerRecovery();
        QVERIFY(folder.offers(allNodes()).empty()); // kept for later
        copy.isSetAside = false;
        folder.describe(copy, files);
        whenAsked([](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Return); });
        m_window->offerRecovery();
        QVERIFY(document().graph().find("news"));
        QVERIFY(document().isModified());
        QCOMPARE(document().title(), QString("lost"));
        QVERIFY(m_window->files().save());
        QVERIFY(folder.copies().empty());
    }
};

SASTRUGI_TEST(WindowTest)
#include "WindowTest.moc"
