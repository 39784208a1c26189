// What the window makes of views and frames: films, movies with a camera of their own, exports.
#include "app/render/colourMap.h"
#include "app/studio/outputs/OutputCommands.h"
#include "app/studio/outputs/movieOfView.h"
#include "app/studio/timeline/Timeline.h"

#include "tests/TestCase.h"
#include "tests/app/studio/SceneRig.h"
#include "tests/app/studio/keepPicture.h"
#include "tests/app/studio/windyScene.h"

#include <QSignalSpy>

#include <algorithm>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class OutputsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SceneRig> m_rig;

    std::size_t strokeCount() { return m_rig->view().strokes().shown().size(); }

private Q_SLOTS:
    void init()
    {
        m_rig = windyRig();
        QVERIFY(m_rig);
    }
    void cleanup() { m_rig.reset(); }

    void aPlayblastShowsWhatTheViewShows()
    {
        QVERIFY(m_rig->simulate("1-4"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{4});
        QTRY_VERIFY(m_rig->shown());
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Front); });
        m_rig->window->timeline().setFrame(3);
        QTRY_VERIFY(m_rig->shown()->number == 3);
        QSignalSpy finished(&m_rig->window->outputs().maker(), &OutputMaker::finished);
        QSignalSpy failed(&m_rig->window->outputs().maker(), &OutputMaker::failed);
        m_rig->window->outputs().playblast(m_rig->folder.filePath("p.####.png"));
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty() || !failed.isEmpty(), 60000);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        const QImage drawn(m_rig->folder.filePath("p.0003.png"));
        QCOMPARE(drawn.width(), 2 * (m_rig->viewport().scene().width() / 2));
        QVERIFY(!QFile::exists(m_rig->folder.filePath("p.0005.png")));
        // The snow is where the view shows it.
        m_rig->viewport().scene().setHasOverlay(false);
        const QImage view = m_rig->picture();
        double difference = 0;
        const QRect middle(view.width() / 4, view.height() / 4, view.width() / 2, view.height() / 2);
        for (int y = middle.top(); y < middle.bottom(); ++y)
            for (int x = middle.left(); x < middle.right(); ++x)
                difference += std::abs(qGray(drawn.pixel(x, y)) - qGray(view.pixel(x, y)));
        difference /= middle.width() * middle.height();
        QVERIFY2(difference < 6, qPrintable(QString::number(difference)));
    }

    void aMovieNodeTakesTheViewAndIsDrawn()
    {
        QVERIFY(m_rig->simulate("1-2"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{2});
        m_rig->viewport().scene().changeCamera([](Camera& camera) {
            camera.lookFrom(Side::Top);
            camera.isOrthographic = true;
        });
        m_rig->window->commands().action("movie.takeView")->trigger();
        const auto movie = typedValues<MovieParameters>(m_rig->document().graph().node("film").values);
        QVERIFY(movie.camera == MovieCamera::Placed && movie.projection == Projection::Orthographic);
        QVERIFY((movie.eye - m_rig->view().camera().position()).norm() < 1e-9);
        QCOMPARE(movie.width, std::int64_t{200});
        QSignalSpy finished(&m_rig->window->outputs().maker(), &OutputMaker::finished);
        m_rig->window->commands().action("movie.render")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        QCOMPARE(finished.first().last().toInt(), 2);
        QCOMPARE(QImage(m_rig->folder.filePath("film.0002.png")).size(), QSize(200, 100));
        m_rig->document().undoStack().undo();
        QVERIFY(typedValues<MovieParameters>(m_rig->document().graph().node("film").values).camera ==
                MovieCamera::Automatic);
    }

    void camerasAndViewsAreWhereTheOthersAre()
    {
        m_rig->document().edit("Camera", [](Graph& graph) {
            QCOMPARE(graph.add("output.camera"), std::string("camera"));
            QCOMPARE(graph.add("motion.steady"), std::string("steady"));
            graph.setValue("steady", "velocity", Vector3(24, 0, 0));
            graph.connect({"wall", "boundary", "steady", "boundary"});
            graph.connect({"steady", "boundary", "camera", "carrier"});
            graph.connect({"camera", "camera", "film", "camera"});
        });
        const auto placing = [&] {
            return typedValues<CameraPlacing>(m_rig->document().graph().node("camera").values);
        };
        const std::size_t before = strokeCount();
        m_rig->window->selection().set({"camera"}, "camera");
        QTRY_COMPARE(strokeCount(), before + 1); // its frame is drawn
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.distance = 25; });
        m_rig->picture();
        keepPicture(*m_rig->window, "camera");

        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Left); });
        m_rig->window->content().setTime(1); // the carrier is 24 m on
        m_rig->window->commands().action("camera.takeView")->trigger();
        const Vector3 position = m_rig->view().camera().position();
        QVERIFY((placing().eye - (position - Vector3(24, 0, 0))).norm() < 1e-9);

        const CameraPlacing taken = placing();
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Top); });
        QTRY_VERIFY(!m_rig->window->evaluation().isBusy());
        m_rig->window->commands().action("camera.look")->trigger();
        QVERIFY((m_rig->view().camera().position() - position).norm() < 1e-9);
        QTRY_COMPARE(strokeCount(), before); // nothing of it is seen from within
        m_rig->window->content().setTime(0.5);
        QVERIFY((m_rig->view().camera().position() - (position - Vector3(12, 0, 0))).norm() < 1e-9);
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.orbit(1, 0); });
        const Camera turned = m_rig->view().camera();
        m_rig->window->content().setTime(0.25);
        QVERIFY(m_rig->view().camera() == turned);

        // The movie's camera is this one.
        m_rig->window->selection().set({"film"}, "film");
        m_rig->window->commands().action("movie.takeView")->trigger();
        QVERIFY((placing().eye - (turned.position() - Vector3(6, 0, 0))).norm() < 1e-9);
        QVERIFY(typedValues<MovieParameters>(m_rig->document().graph().node("film").values).camera ==
                MovieCamera::Automatic);
        m_rig->document().undoStack().undo();
        QVERIFY(placing().eye == taken.eye && placing().target == taken.target);
    }

    void exportsRunInTheBackground()
    {
        QVERIFY(m_rig->simulate("1-4"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{4});
        OutputCommands& outputs = m_rig->window->outputs();
        QSignalSpy finished(&outputs.maker(), &OutputMaker::finished);
        QSignalSpy failed(&outputs.maker(), &OutputMaker::failed);
        QSignalSpy progressed(&outputs.maker(), &OutputMaker::progressed);
        // An export node says what is written; a solver is asked for a name.
        std::string node;
        m_rig->document().edit("Add", [&](Graph& graph) {
            node = graph.add("output.exportParticles");
            graph.connect({"sph", "simulation", node, "simulation"});
            graph.setValue(node, "file", FilePath{"of node.####.vtp"});
        });
        m_rig->window->selection().set({node}, node);
        m_rig->window->commands().action("output.export")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty() || !failed.isEmpty(), 60000);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        QCOMPARE(finished.first().last().toInt(), 4);
        QCOMPARE(progressed.last(), (QList<QVariant>{4, 4}));
        QVERIFY(QFile::exists(m_rig->folder.filePath("of node.0004.vtp")));
        outputs.exportNode("sph", m_rig->folder.filePath("снег.####.ply"));
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, 60000);
        QVERIFY(QFile::exists(m_rig->folder.filePath("снег.0001.ply")));
        // What cannot be written is said.
        outputs.exportNode("sph", m_rig->folder.filePath("снег.####.gif"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60000);
        QVERIFY2(failed.first().first().toString().contains("gif"), qPrintable(failed.first().first().toString()));
    }

    void aMovieCanBeCancelled()
    {
        QVERIFY(m_rig->simulate("1-4"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{4});
        QSignalSpy failed(&m_rig->window->outputs().maker(), &OutputMaker::failed);
        m_rig->window->outputs().playblast(m_rig->folder.filePath("film.mp4"));
        QVERIFY(m_rig->window->outputs().maker().isBusy());
        m_rig->window->outputs().maker().cancel();
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 60000);
        QVERIFY(failed.first().first().toString().isEmpty());
        QCOMPARE(QDir(m_rig->folder.path()).entryList({"film*"}), QStringList());
    }

    void whatCannotBeDrawnIsSaid()
    {
        QSignalSpy said(&m_rig->window->outputs(), &OutputCommands::said);
        m_rig->window->outputs().playblast(m_rig->folder.filePath("p.####.png"));
        QCOMPARE(said.count(), 1); // there are no frames
        m_rig->document().edit("Delete", [](Graph& graph) { graph.remove("film"); });
        m_rig->window->commands().action("movie.render")->trigger();
        QCOMPARE(said.count(), 2); // there is no node
    }
};

SASTRUGI_TEST(OutputsTest)
#include "OutputsTest.moc"
