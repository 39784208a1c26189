// Simulations started, paused, cancelled and continued in the window, which they outlive; what a run that dies says.
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/jobs/JobsPanel.h"
#include "app/studio/jobs/SimulateCommands.h"
#include "app/studio/log/LogPanel.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/Panels.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"
#include "tests/app/studio/keepPicture.h"
#include "tests/app/studio/patience.h"

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <csignal>

#include <sys/resource.h>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

/// The letter that the system has for what a process does: T is stopped; 0 when it is gone.
char stateOf(qint64 process)
{
    QFile file(QString("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    return text[text.lastIndexOf(')') + 2];
}

} // namespace

class RunsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_scene;

    Document& document() { return m_window->document(); }
    Runs& runs() { return m_window->runs(); }
    const Run* run() { return runs().run("sph"); }
    bool isIn(RunState state) { return run() && run()->state == state; }
    void trigger(const char* command) { m_window->commands().action(command)->trigger(); }
    NodeStatus status() { return m_window->evaluation().status("sph"); }

    void makeWindow()
    {
        m_window = std::make_unique<MainWindow>(allNodes());
        m_window->resize(1500, 950);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    /// The sample with few particles, so that a frame takes no time, and with so many frames.
    void openCoarse(int lastFrame)
    {
        QVERIFY(m_window->files().open(m_scene));
        document().edit("Coarse", [&](Graph& graph) {
            graph.setValue("sph", "spacing", 0.03);
            graph.setValue("scene", "lastFrame", std::int64_t{lastFrame});
        });
    }

    QStringList framesOnDisk()
    {
        return QDir(toText(run()->folder)).entryList({"frame.*.h5"}, QDir::Files, QDir::Name);
    }
    QList<QDateTime> frameTimes()
    {
        QList<QDateTime> times;
        for (const QString& frame : framesOnDisk())
            times.append(QFileInfo(toText(run()->folder) + "/" + frame).lastModified());
        return times;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("SASTRUGI_SETTINGS", m_folder->filePath("settings").toUtf8());
        qputenv("SASTRUGI_RECOVERY", m_folder->filePath("recovery").toUtf8());
        qputenv("SASTRUGI_CACHE", m_folder->filePath("unsaved").toUtf8());
        m_scene = m_folder->filePath(QString::fromUtf8("\u0441\u043d\u0435\u0433 & co.sastrugi"));
        QVERIFY(QFile::copy(SASTRUGI_SOURCE_DIR "/samples/snowball-drop/snowball-drop.sastrugi", m_scene));
        makeWindow();
    }

    void cleanup()
    {
        if (m_window)
            for (const Run* each : runs().all())
                if (!each->isOver() && each->report.process > 0)
                    ::kill(static_cast<pid_t>(each->report.process), SIGKILL);
        m_window.reset();
        useTheme(ThemeKind::Dark);
    }

    void aRunIsPausedContinuedAndCancelled()
    {
        openCoarse(5000);
        QSignalSpy frames(&runs(), &Runs::frameWritten);
        QApplication::setActiveWindow(m_window.get()); // there is no window manager that would
        m_window->graphEditor().view().setFocus();
        QTest::keyClick(&m_window->graphEditor().view(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(run() && !run()->isOver());
        QTRY_VERIFY_WITH_TIMEOUT(frames.count() >= 3, patience);
        QVERIFY(isIn(RunState::Running));
        const RunReport report = run()->report;
        QVERIFY(report.particles > 0 && report.lastFrame == 5000 && report.doneFrame >= 3 && report.memory > 0);
        QVERIFY(run()->forecast && run()->forecast->particles > 0);
        QCOMPARE(::getpriority(PRIO_PROCESS, static_cast<id_t>(report.process)), 10);
        QVERIFY(status().state == NodeState::Running && status().progress > 0 && status().errors == 0);
        QVERIFY2(status().figures.contains("of 5000"), qPrintable(status().figures));
        QVERIFY(!QFile::exists(m_scene + ".backup")); // the user's file was not touched
        QVERIFY(document().isModified());

        // Edits and undo leave it alone.
        document().edit("Edit", [](Graph& graph) { graph.setValue("sph", "spacing", 0.02); });
        document().undoStack().undo();
        document().undoStack().undo();
        document().undoStack().redo();
        QCOMPARE(runs().all().size(), std::size_t{1});
        QVERIFY(isIn(RunState::Running) && run()->report.process == report.process);

        trigger("simulate.pause");
        QVERIFY(run()->isPaused()); // shown at once
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Paused), patience);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(report.process), 'T', patience);
        QVERIFY(!QDir(toText(run()->folder)).entryList({"checkpoint.*.h5"}).isEmpty());
        QVERIFY(status().figures.contains("paused"));
        const qsizetype before = framesOnDisk().size();
        trigger("simulate.start"); // goes on with what is paused
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && framesOnDisk().size() > before, patience);
        QCOMPARE(run()->report.process, report.process);

        trigger("simulate.pause");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Paused), patience);
        trigger("simulate.cancel");
        QVERIFY(isIn(RunState::Stopping));
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Stopped), patience);
        QVERIFY(run()->report.code == 75);
        QTRY_VERIFY(status().state != NodeState::Running);
        QVERIFY(status().errors == 0);
        QVERIFY(!m_window->commands().action("simulate.cancel")->isEnabled());
    }

    void aRunIsExtendedContinuedAndRestarted()
    {
        openCoarse(4);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QCOMPARE(framesOnDisk().size(), 4);
        const QList<QDateTime> first = frameTimes();
        runs().extend("sph", 6);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QCOMPARE(framesOnDisk().size(), 6);
        QCOMPARE(frameTimes().mid(0, 4), first);
        const QList<QDateTime> second = frameTimes();
        QSignalSpy frames(&runs(), &Runs::frameWritten);
        m_window->simulateCommands().setCurrentFrame([] { return 3; });
        trigger("simulate.continue");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QCOMPARE(framesOnDisk().size(), 4); // up to the scene's end
        QCOMPARE(frameTimes().mid(0, 2), second.mid(0, 2));
        QVERIFY(frameTimes()[2] > second[2] && frameTimes()[3] > second[3]);
        trigger("simulate.restart");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QVERIFY(frameTimes()[0] > second[0]);
        QCOMPARE(runs().all().size(), std::size_t{1}); // one run for each node
    }

    void aRestartDuringARunStopsItFirst()
    {
        openCoarse(5000);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.doneFrame >= 2, patience);
        const qint64 process = run()->report.process;
        trigger("simulate.restart");
        QVERIFY(isIn(RunState::Stopping));
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.process != process, patience);
        QCOMPARE(runs().all().size(), std::size_t{1});
    }

    void aRunThatIsKilledSaysSoOnItsNode()
    {
        openCoarse(5000);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.doneFrame >= 1, patience);
        ::kill(static_cast<pid_t>(run()->report.process), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Died), patience);
        QVERIFY(status().state == NodeState::Error && status().errors == 1);
        QVERIFY2(status().text.contains("killed"), qPrintable(status().text));
        LogModel& log = m_window->logPanel().model();
        QCOMPARE(log.node(log.rowCount() - 1), QString("sph"));
        m_window->findChild<QToolButton*>("jobClear")->click();
        QVERIFY(!run() && status().errors == 0);
    }

    void aSceneThatCannotBeSimulatedSaysWhy()
    {
        openCoarse(4);
        document().edit("Cut", [](Graph& graph) {
            for (const Link& link : graph.linksInto("sph", "emitters"))
                graph.disconnect(link);
        });
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Failed), patience);
        QVERIFY2(run()->sentence.contains("sph"), qPrintable(run()->sentence));
        QCOMPARE(status().state, NodeState::Error);
    }

    void aProgramThatCannotBeginSaysWhy()
    {
        openCoarse(4);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        const QString lock = toText(run()->folder) + "/lock";
        QVERIFY(QFile::remove(lock) && QDir().mkdir(lock)); // the lock cannot be taken
        trigger("simulate.restart");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Failed), patience);
        QVERIFY2(run()->sentence.contains("lock"), qPrintable(run()->sentence));
    }

    void tooLittleRoomIsAskedAbout()
    {
        openCoarse(4);
        runs().setFreeSpace([](const fs::path&) { return FreeSpace{1e6, 1e6}; });
        for (const bool isWanted : {false, true}) {
            trigger("simulate.start");
            QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Doubtful), patience);
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box && box->informativeText().contains("memory") && box->informativeText().contains("disk"));
            for (QAbstractButton* button : box->buttons())
                if ((box->buttonRole(button) == QMessageBox::AcceptRole) == isWanted)
                    button->click();
            QTRY_VERIFY_WITH_TIMEOUT(isIn(isWanted ? RunState::Finished : RunState::Stopped), patience);
        }
    }

    void anUnsavedSceneIsSimulatedToo()
    {
        SceneDocument scene = loadDocument(toPath(m_scene), allNodes());
        scene.file.clear();
        document().showUnsaved(std::move(scene));
        document().edit("Coarse", [](Graph& graph) {
            graph.setValue("sph", "spacing", 0.03);
            graph.setValue("scene", "lastFrame", std::int64_t{2});
        });
        const fs::path base = runs().cacheBase();
        QVERIFY(QDir().mkpath(m_folder->filePath("saved")));
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QVERIFY(toText(run()->folder).startsWith(m_folder->filePath("unsaved")));
        QVERIFY(runs().cacheBase() == base);
        QCOMPARE(framesOnDisk().size(), 2);
        // The first save takes them along.
        document().save(toPath(m_folder->filePath("saved/now.sastrugi")));
        QCOMPARE(toText(runs().cacheBase()), m_folder->filePath("saved/now.cache"));
        QCOMPARE(framesOnDisk().size(), 2);
        QVERIFY(toText(run()->folder).startsWith(m_folder->filePath("saved/now.cache/")));
        QVERIFY(!fs::exists(base));
        QTRY_COMPARE(m_window->frames().table().validCount, std::size_t{2});
        document().startNew();
        QVERIFY(runs().cacheBase() != base); // another scene never finds them
        QVERIFY(!run());
    }

    void relativePathsOfASnapshotNameTheSameFiles()
    {
        QVERIFY(QDir().mkpath(m_folder->filePath("meshes")));
        QFile mesh(m_folder->filePath("meshes/tetrahedron.obj"));
        QVERIFY(mesh.open(QIODevice::WriteOnly));
        mesh.write("v 0 0 1\nv 1 0 1\nv 0 1 1\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
        mesh.close();
        openCoarse(1);
        document().edit("Mesh", [](Graph& graph) {
            const std::string node = graph.add("geometry.meshFile", "mesh");
            graph.setValue(node, "file", FilePath{"meshes/tetrahedron.obj"});
            const std::string fill = graph.add("emitter.fill", "mesh fill");
            graph.connect({node, "mesh", fill, "region"});
            graph.connect({"snow", "material", fill, "material"});
            graph.connect({fill, "emitter", "sph", "emitters"});
        });
        trigger("simulate.start");
        QTRY_VERIFY2_WITH_TIMEOUT(isIn(RunState::Finished), qPrintable(run()->sentence), patience);
    }

    void aRunOutlivesTheWindowAndANewOneAttaches()
    {
        openCoarse(5000); // never done: the test ends it
        QVERIFY(m_window->files().save());
        QProcess studio;
        studio.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        studio.start(SASTRUGI_BINARY_DIR "/sastrugi-studio", {"--simulate", m_scene});
        QVERIFY(studio.waitForStarted(patience));
        const QDir base(toText(runs().cacheBase()));
        const auto record = [&] {
            const QStringList folders = base.entryList({"sph-*"}, QDir::Dirs);
            return folders.isEmpty() ? QString() : base.filePath(folders.first());
        };
        QTRY_VERIFY_WITH_TIMEOUT(!record().isEmpty() && QFile::exists(record() + "/frame.0002.h5"), patience);
        studio.kill();
        QVERIFY(studio.waitForFinished(patience));
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running), patience); // a window that was open sees it as well

        makeWindow();
        QVERIFY(m_window->files().open(m_scene));
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running), patience);
        QVERIFY(toText(run()->folder) == record());
        const qint64 process = run()->report.process;
        QVERIFY(stateOf(process) != 0);
        QTRY_COMPARE(status().state, NodeState::Running);
        trigger("simulate.pause"); // it obeys the new window
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Paused), patience);
        trigger("simulate.pause");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running), patience);
        trigger("simulate.cancel");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Stopped), patience);
        QCOMPARE(run()->report.process, process);
        QCOMPARE(framesOnDisk().size(), static_cast<qsizetype>(run()->report.doneFrame));
    }

    void ofThePanel_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << int(ThemeKind::Dark);
        QTest::newRow("light") << int(ThemeKind::Light);
    }
    void ofThePanel()
    {
        QFETCH(int, theme);
        useTheme(ThemeKind(theme));
        openCoarse(200);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.doneFrame >= 40, patience);
        QTRY_VERIFY(status().progress > 0.1);
        JobsPanel& panel = m_window->jobsPanel();
        QVERIFY(panel.isVisible() && panel.chosen() == run());
        const auto button = [&](const char* name) { return panel.findChild<QToolButton*>(name); };
        QVERIFY(button("jobPause")->isEnabled() && button("jobCancel")->isEnabled());
        const QString suffix = QString("-") + QTest::currentDataTag();
        test::keepPicture(*m_window, "run" + suffix);
        test::keepPicture(panel, "jobs" + suffix);
        button("jobCancel")->click();
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Stopped), patience);
        QVERIFY(!button("jobPause")->isEnabled() && button("jobClear")->isEnabled());
    }
};

SASTRUGI_TEST(RunsTest)
#include "RunsTest.moc"
