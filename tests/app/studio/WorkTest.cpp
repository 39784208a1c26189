// A sample from its first simulation to the next day: what an artist does in one sitting, in one go.
#include "app/studio/jobs/Runs.h"
#include "app/studio/timeline/Timeline.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"
#include "tests/app/studio/SceneRig.h"
#include "tests/app/studio/patience.h"

#include <QFile>

#include <csignal>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

namespace
{

QString sample()
{
    QFile file(SASTRUGI_SOURCE_DIR "/samples/snowball-drop/snowball-drop.sastrugi");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class WorkTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SceneRig> m_rig;

    const Run* run() { return m_rig->window->runs().run("sph"); }
    bool isIn(RunState state) { return run() && run()->state == state; }
    void trigger(const char* command) { m_rig->window->commands().action(command)->trigger(); }
    void edit(const char* node, const char* key, const ParameterValue& value)
    {
        m_rig->document().edit("Edit", [&](Graph& graph) { graph.setValue(node, key, value); });
    }
    void setRange(std::int64_t last) { edit("scene", "lastFrame", last); }

private Q_SLOTS:
    void cleanup()
    {
        if (m_rig && run() && !run()->isOver() && run()->report.process > 0)
            ::kill(static_cast<pid_t>(run()->report.process), SIGKILL);
        m_rig.reset();
    }

    void aSampleIsSimulatedInspectedChangedAndSaved()
    {
        m_rig = std::make_unique<SceneRig>(sample());
        QVERIFY(m_rig->isReady);
        edit("sph", "spacing", 0.03); // few particles: a frame takes no time
        setRange(10);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{10});

        // It is scrubbed, recoloured, sliced.
        for (const std::int64_t frame : {10, 4, 7}) {
            m_rig->window->timeline().setFrame(frame);
            QTRY_VERIFY(m_rig->shown() && m_rig->shown()->number == frame);
        }
        const QImage before = m_rig->picture();
        m_rig->viewport().changeSettings([](ViewSettings& settings) {
            settings.colours.attribute = "velocity";
            settings.colours.map = "viridis";
        });
        const QImage recoloured = m_rig->picture();
        QVERIFY(recoloured != before);
        m_rig->viewport().changeSettings([](ViewSettings& settings) {
            settings.slice = Slice{.normal = {0, 1, 0}, .thickness = 0.05};
        });
        QVERIFY(m_rig->picture() != recoloured);

        // Another snow makes all stale; undone, all is valid again, and nothing was started.
        const qint64 process = run()->report.process;
        edit("snow", "density", 300.0);
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{0});
        QCOMPARE(m_rig->table().frames.size(), std::size_t{10});
        QTRY_VERIFY(!m_rig->window->content().isFrameValid());
        m_rig->document().undoStack().undo();
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{10});
        QTRY_VERIFY(m_rig->window->content().isFrameValid());
        QCOMPARE(run()->report.process, process);

        // A longer run is cancelled and goes on.
        setRange(5000);
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.doneFrame >= 12, patience);
        trigger("simulate.cancel");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Stopped), patience);
        const std::int64_t reached = run()->report.doneFrame;
        trigger("simulate.start");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Running) && run()->report.doneFrame > reached, patience);
        trigger("simulate.cancel");
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Stopped), patience);

        // It is extended past the end of a shorter range.
        const std::int64_t last = run()->report.doneFrame + 2;
        setRange(10);
        m_rig->window->runs().extend("sph", last);
        QTRY_VERIFY_WITH_TIMEOUT(isIn(RunState::Finished), patience);
        QTRY_COMPARE(m_rig->table().validCount, static_cast<std::size_t>(last));

        // Saved and opened again the scene is the same, its frames are there, and it is looked at as before.
        QVERIFY(m_rig->window->files().save());
        const Graph graph = m_rig->document().graph();
        const auto views = m_rig->window->viewports().state();
        QVERIFY(m_rig->window->files().startNew());
        QTRY_VERIFY(!m_rig->shown());
        QVERIFY(m_rig->window->files().open(m_rig->file));
        QVERIFY(m_rig->document().graph() == graph);
        QTRY_COMPARE(m_rig->table().validCount, static_cast<std::size_t>(last));
        QTRY_VERIFY(m_rig->shown());
        QVERIFY(m_rig->window->content().isFrameValid());
        QVERIFY(m_rig->viewport().settings() == views.front().settings);
        QVERIFY((m_rig->viewport().state().camera.position() - views.front().camera.position()).norm() < 1e-4);
        // The program in the terminal agrees.
        const ProgramResult check = runProgram({"check", m_rig->file});
        QVERIFY2(check.code == 0, qPrintable(check.errors));
    }
};

SASTRUGI_TEST(WorkTest)
#include "WorkTest.moc"
