// Playing in the window: a live run is started, an obstacle dragged with the mouse, and what was done is in the
// document.
#include "app/studio/live/LiveSession.h"
#include "tests/TestCase.h"
#include "tests/app/cli/liveScene.h"
#include "tests/app/studio/SceneRig.h"
#include "tests/app/studio/keepPicture.h"
#include "tests/app/studio/patience.h"

#include <QTest>

#include <algorithm>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

namespace
{

/// In steps, as a hand makes them.
void drag(SceneWidget& view, const QPoint& from, const QPoint& way)
{
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 5; ++step) {
        QMouseEvent move(QEvent::MouseMove, QPointF(from + way * step / 5), view.mapToGlobal(from + way * step / 5),
                         Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&view, &move);
    }
    QTest::mouseRelease(&view, Qt::LeftButton, {}, from + way);
}

} // namespace

class LiveViewTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SceneRig> m_rig;

    LiveSession& live() { return m_rig->window->live(); }
    void trigger() { m_rig->window->commands().action("simulate.live")->trigger(); }
    /// Where the views have the paddle.
    Vector3 paddle()
    {
        for (const ContentItem& item : m_rig->window->content().items())
            if (item.mesh.name == "paddle" && item.kind == ContentKind::Boundary)
                return item.mesh.pose(Vector3(-0.25, 0, 0.12));
        return Vector3::Constant(1e9);
    }
    QString keys(const char* node)
    {
        return QString::fromStdString(std::get<Text>(m_rig->document().graph().value(node, "keys")).text);
    }

private Q_SLOTS:
    void init()
    {
        m_rig = std::make_unique<SceneRig>(liveScene());
        QVERIFY(m_rig->isReady);
        QTRY_VERIFY(m_rig->window->content().scene() != nullptr);
    }
    void cleanup() { m_rig.reset(); }

    void whatIsDraggedIsRecorded()
    {
        const QString before = keys("push");
        trigger();
        QVERIFY(live().isOn());
        QTRY_VERIFY_WITH_TIMEOUT(live().isShowing() && live().pictureCount() > 3, patience);
        QVERIFY(m_rig->shown() && m_rig->shown()->particles.count() > 100);
        const Vector3 start = paddle();
        m_rig->viewport().fitTo("paddle");
        QTest::qWait(50); // pictures go on
        SceneWidget& view = m_rig->viewport().scene();
        const Camera camera = view.view().camera();
        drag(view, view.rect().center(), {120, 0});
        QVERIFY(view.view().camera() == camera); // which would have turned
        QTRY_VERIFY_WITH_TIMEOUT((paddle() - start).norm() > 0.05, patience);
        const Vector3 way = paddle() - start;
        QVERIFY(way.dot(camera.right()) > 0.9 * way.norm()); // to where the mouse went
        m_rig->picture();
        keepPicture(*m_rig->window, "live");
        drag(view, {40, view.height() - 60}, {200, 0}); // beside all that follows: the camera turns
        QVERIFY(!(view.view().camera() == camera));
        trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!live().isOn(), patience);
        QVERIFY2(keys("push").count('\n') >= 2, qPrintable(keys("push")));
        QCOMPARE(std::get<ChoiceName>(m_rig->document().graph().value("push", "interpolation")).text, "linear");
        // Its frames are the document's.
        QTRY_VERIFY_WITH_TIMEOUT(m_rig->table().validCount > 2, patience);
        const auto last = std::get<std::int64_t>(m_rig->document().graph().value("scene", "lastFrame"));
        QVERIFY(last >= static_cast<std::int64_t>(m_rig->table().validCount));
        QVERIFY(m_rig->view().strokes().shown().empty() || !live().handles().handles());
        m_rig->document().undoStack().undo();
        QCOMPARE(keys("push"), before);
    }

    /// What stands still gets key frames when it is selected, and only it follows then.
    void whatIsSelectedFollows()
    {
        m_rig->window->selection().set({"floor"}, "floor");
        trigger();
        QTRY_VERIFY_WITH_TIMEOUT(live().isShowing() && live().pictureCount() > 0, patience);
        const Run* run = m_rig->window->runs().run("dem");
        QVERIFY(run);
        QCOMPARE(run->report.followed, QStringList{"floor by hand"});
        trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!live().isOn(), patience);
        QVERIFY(m_rig->document().graph().find("floor by hand"));
        QVERIFY(!keys("floor by hand").isEmpty());
    }

    /// Ctrl turns about the vertical, an arrow moves along its axis.
    void arrowsAndTurns()
    {
        std::vector<LiveTarget> targets;
        LiveHandles handles([&](std::size_t, const LiveTarget& target) { targets.push_back(target); });
        LiveThing thing{"paddle", {Vector3(-0.1, -0.1, -0.1), Vector3(0.1, 0.1, 0.1)}, {}, {}};
        handles.setThings({thing});
        QVERIFY(handles.handles() && handles.handles()->lines.size() == 3);
        View& view = m_rig->view();
        Camera camera;
        camera.lookFrom(Side::Front); // x to the right, z up
        camera.isOrthographic = true;
        camera.distance = 2;
        camera.target.setZero();
        view.setCamera(camera);
        const double length = 0.75 * thing.bounds.size().norm(), height = camera.height();
        const QPointF onArrow(0.7 * length / height, 0);
        QVERIFY(handles.grab(view, onArrow, false));
        handles.drag(view, onArrow + QPointF(0.1, 0.2)); // upwards does not count
        QCOMPARE(targets.size(), std::size_t{1});
        QVERIFY((targets.back().way - Vector3(0.1 * height, 0, 0)).norm() < 1e-9);
        handles.drop();
        QVERIFY(handles.grab(view, QPointF(0, 0.7 * length / height), true));
        handles.drag(view, QPointF(0.25, 0.7 * length / height));
        QVERIFY(std::abs(targets.back().turns.z() - 1.5707963267948966) < 1e-9);
        QVERIFY(targets.back().way == targets.front().way); // which it keeps
        QVERIFY(!handles.grab(view, QPointF(0.45, 0.45), false));
        handles.setThings({});
        QVERIFY(!handles.handles() && !handles.grab(view, onArrow, false));
    }
};

SASTRUGI_TEST(LiveViewTest)
#include "LiveViewTest.moc"
