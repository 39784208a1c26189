// A rigid body is shown where the frame has it, and where it begins while there is none.
#include "tests/TestCase.h"
#include "tests/app/cli/crateScene.h"
#include "tests/app/studio/SceneRig.h"
#include "tests/app/studio/keepPicture.h"

#include "app/studio/timeline/Timeline.h"

#include <algorithm>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class BodyViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsShownWhereTheFrameHasIt()
    {
        SceneRig rig(crateScene());
        QVERIFY(rig.isReady);
        QTRY_VERIFY(rig.window->content().scene() != nullptr);
        const auto crate = [&]() -> const ContentItem* {
            const auto& items = rig.window->content().items();
            const auto found = std::ranges::find_if(
                items, [](const ContentItem& item) { return item.mesh.name == "crate" && item.moving; });
            return found == items.end() ? nullptr : &*found;
        };
        QTRY_VERIFY(crate());
        const Vector3 centre(2, 0, 3);
        QVERIFY((crate()->mesh.pose(centre) - centre).norm() < 1e-9);
        QVERIFY(rig.simulate("1-6"));
        QTRY_COMPARE(rig.table().validCount, std::size_t{6});
        rig.window->timeline().setFrame(6);
        QTRY_VERIFY(rig.shown() && rig.shown()->number == 6);
        // A quarter of a second later: 25 cm along x, 31 cm down, turned by 22.5 degrees.
        const Vector3 moved = crate()->mesh.pose(centre);
        QVERIFY2((moved - Vector3(2.25, 0, 3 - 0.3078)).norm() < 1e-3, qPrintable(QString::number(moved.z())));
        const Vector3 side = crate()->mesh.pose.rotation * Vector3::UnitX();
        QVERIFY(std::abs(std::atan2(side.y(), side.x()) - 0.3927) < 1e-3);
        rig.picture();
        keepPicture(*rig.window, "body");
        rig.window->timeline().setFrame(1);
        QTRY_VERIFY(rig.shown() && rig.shown()->number == 1);
        QVERIFY((crate()->mesh.pose(centre) - centre).norm() < 1e-9);
    }
};

SASTRUGI_TEST(BodyViewTest)
#include "BodyViewTest.moc"
