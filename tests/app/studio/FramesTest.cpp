// Cached frames in the window: scrubbed, recoloured, sliced; stale after a change, valid again after an undo.
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/timeline/FrameBar.h"

#include "tests/TestCase.h"
#include "tests/app/studio/SceneRig.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class FramesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SceneRig> m_rig;

    Document& document() { return m_rig->document(); }
    Timeline& timeline() { return m_rig->window->timeline(); }
    const FrameTable& table() { return m_rig->table(); }
    Viewport& viewport() { return m_rig->viewport(); }
    View& view() { return m_rig->view(); }
    const Frame* shown() { return m_rig->shown(); }
    void simulate(const QString& frames) { QVERIFY(m_rig->simulate(frames)); }

    void setRadius(double metres)
    {
        document().edit("Change Radius", [&](Graph& graph) { graph.setValue("ball", "radius", metres); });
    }

private Q_SLOTS:
    void init()
    {
        m_rig = std::make_unique<SceneRig>(freeFallScene());
        QVERIFY(m_rig->isReady);
    }
    void cleanup() { m_rig.reset(); }

    void whatWillBeSnowIsShownBeforeThereIsAny()
    {
        QTRY_COMPARE(view().meshes().items().size(), std::size_t{1});
        QVERIFY(!shown());
        QVERIFY(table().frames.empty());
        simulate("1-3");
        QTRY_COMPARE(table().validCount, std::size_t{3}); // it looks by itself
        QTRY_VERIFY(shown());
        QTRY_VERIFY(view().meshes().items().empty());
    }

    void framesAreScrubbed()
    {
        simulate("1-6");
        QTRY_COMPARE(table().validCount, std::size_t{6});
        for (const std::int64_t frame : {4, 1, 6, 2}) {
            timeline().setFrame(frame);
            QTRY_VERIFY(shown() && shown()->number == frame);
        }
        // With the mouse, in the bar.
        auto* bar = m_rig->window->findChild<FrameBar*>("frameBar");
        QTest::mousePress(bar, Qt::LeftButton, {}, QPoint(bar->width() - 12, 6));
        QTest::mouseRelease(bar, Qt::LeftButton, {}, QPoint(bar->width() - 12, 6));
        QCOMPARE(timeline().frame(), std::int64_t{6});
        QTRY_VERIFY(shown() && shown()->number == 6);
        // By keys.
        m_rig->window->viewports().active().scene().setFocus();
        QTest::keyClick(&viewport().scene(), Qt::Key_Left);
        QCOMPARE(timeline().frame(), std::int64_t{5});
    }

    void aChangeMakesFramesStaleAndAnUndoValid()
    {
        simulate("1-6");
        QTRY_COMPARE(table().validCount, std::size_t{6});
        timeline().setFrame(3);
        QTRY_VERIFY(shown() && m_rig->window->content().isFrameValid());
        setRadius(0.2);
        QTRY_COMPARE(table().validCount, std::size_t{0});
        QCOMPARE(table().frames.size(), std::size_t{6}); // still to be seen
        QTRY_VERIFY(shown() && shown()->number == 3 && !m_rig->window->content().isFrameValid());
        document().undoStack().undo();
        QTRY_COMPARE(table().validCount, std::size_t{6});
        QTRY_VERIFY(shown() && m_rig->window->content().isFrameValid());
    }

    void coloursAreChosen()
    {
        simulate("1-4");
        QTRY_VERIFY(shown());
        auto* attribute = viewport().findChild<QComboBox*>("attribute");
        const int velocity = attribute->findData("velocity");
        QVERIFY(velocity >= 0);
        attribute->setCurrentIndex(velocity);
        Q_EMIT attribute->activated(velocity);
        QVERIFY(view().range());
        timeline().setFrame(4);
        QTRY_VERIFY(shown()->number == 4);
        const auto fixed = view().range();
        viewport().changeSettings([](ViewSettings& settings) { settings.colours.isPerFrame = true; });
        QVERIFY(view().range()->second > fixed->second); // it falls
        const QImage coloured = viewport().scene().picture();
        viewport().changeSettings([](ViewSettings& settings) { settings.colours.attribute.clear(); });
        QVERIFY(!view().range());
        QVERIFY(viewport().scene().picture() != coloured);
    }

    void aSliceShowsLess()
    {
        simulate("1-1");
        QTRY_VERIFY(shown());
        const auto white = [&] {
            const QImage image = viewport().scene().picture();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += qGray(image.pixel(x, y)) > 150;
            return count;
        };
        viewport().changeSettings([](ViewSettings& settings) { settings.colours.attribute.clear(); });
        viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Front); });
        const int whole = white();
        const double middle = boundsOf(*shown()).centre().z();
        viewport().changeSettings([&](ViewSettings& settings) {
            settings.slice = Slice{.normal = {0, 0, 1}, .offset = middle, .thickness = 0.15};
        });
        const int sliced = white();
        QVERIFY2(whole > 1000 && sliced < whole / 2 && sliced > 0, qPrintable(QString("%1 %2").arg(whole).arg(sliced)));
    }

    void aClickPicksAParticle()
    {
        simulate("1-1");
        QTRY_VERIFY(shown());
        QSignalSpy spy(&viewport(), &Viewport::picked);
        viewport().fit();
        QTest::mouseClick(&viewport().scene(), Qt::LeftButton, {}, viewport().scene().rect().center());
        QCOMPARE(spy.count(), 1);
        const auto pick = spy.first().first().value<std::optional<Pick>>();
        QVERIFY(pick && pick->particle >= 0);
    }

    void theCameraFollowsTheMouse()
    {
        QTRY_VERIFY(!view().meshes().items().empty());
        SceneWidget& scene = viewport().scene();
        const Camera before = view().camera();
        const auto drag = [&](Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
            const QPoint start = scene.rect().center();
            QTest::mousePress(&scene, button, modifiers, start);
            for (int i = 1; i <= 5; ++i) {
                const QPointF at = start + QPointF(10 * i, 4 * i);
                QMouseEvent event(QEvent::MouseMove, at, scene.mapToGlobal(at), Qt::NoButton, button, modifiers);
                QApplication::sendEvent(&scene, &event);
            }
            QTest::mouseRelease(&scene, button, modifiers, start + QPoint(50, 20));
        };
        drag(Qt::LeftButton, {});
        QVERIFY(view().camera().azimuth < before.azimuth && view().camera().elevation > before.elevation);
        QVERIFY(view().camera().target == before.target);
        const Camera turned = view().camera();
        drag(Qt::MiddleButton, {});
        QVERIFY(view().camera().target != turned.target && view().camera().azimuth == turned.azimuth);
        const Camera moved = view().camera();
        drag(Qt::RightButton, {});
        QVERIFY(view().camera().distance < moved.distance);
        scene.setFocus();
        QTest::keyClick(&scene, Qt::Key_7);
        QVERIFY(view().camera().elevation == 90 && view().camera().isOrthographic);
        QTest::keyClick(&scene, Qt::Key_5);
        QVERIFY(!view().camera().isOrthographic);
    }

    void viewsAreDivided()
    {
        simulate("1-1");
        QTRY_VERIFY(shown());
        for (const int count : {2, 4, 1, 4}) {
            m_rig->window->viewports().setCount(count);
            QCOMPARE(m_rig->window->viewports().views().size(), count);
            for (Viewport* each : m_rig->window->viewports().views())
                QTRY_VERIFY(each->scene().drawnCount() > 0 && each->scene().view().particles().frame());
        }
        QVERIFY(m_rig->window->viewports().views()[2]->scene().view().camera().elevation == 90);
    }

    void theRangeIsExtendedInTheTimeline()
    {
        simulate("1-6");
        QTRY_COMPARE(table().validCount, std::size_t{6});
        auto* last = m_rig->window->findChild<QSpinBox*>("lastFrame");
        last->setValue(12);
        Q_EMIT last->editingFinished();
        QCOMPARE(std::get<std::int64_t>(document().graph().value("scene", "lastFrame")), std::int64_t{12});
        QVERIFY(timeline().range() == (FrameSpan{1, 12}));
        QTest::qWait(50);
        QCOMPARE(table().validCount, std::size_t{6}); // extending invalidates nothing
        document().undoStack().undo();
        QVERIFY(timeline().range() == (FrameSpan{1, 6}));
    }

    void aDamagedFrameIsNamedAndNotShown()
    {
        simulate("1-3");
        QTRY_COMPARE(table().validCount, std::size_t{3});
        QDirIterator files(m_rig->folder.path(), {"frame.0002.h5"}, QDir::Files, QDirIterator::Subdirectories);
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() / 2) && file.write("damage") == 6);
        file.close();
        QSignalSpy spy(&m_rig->window->frames(), &FrameReader::logged);
        timeline().setFrame(2);
        QTRY_VERIFY(spy.count() > 0);
        QVERIFY(spy.first().first().value<LogMessage>().text.find("frame.0002.h5") != std::string::npos);
        QTRY_VERIFY(!shown());
    }
};

SASTRUGI_TEST(FramesTest)
#include "FramesTest.moc"
