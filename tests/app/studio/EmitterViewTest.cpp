// The surface from which flakes fall is shown where it is at the time, as are obstacles.
#include "tests/TestCase.h"
#include "tests/app/studio/windyScene.h"

#include <algorithm>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class EmitterViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMovingEmitterIsShownWhereItIs()
    {
        const auto rig = windyRig();
        QVERIFY(rig);
        rig->document().edit("Add", [](Graph& graph) {
            graph.add("emitter.snowfall", "flakes");
            graph.add("motion.emitterKeyFrames", "cloud");
            graph.connect({"snow", "material", "flakes", "material"});
            graph.connect({"ball", "mesh", "flakes", "surface"});
            graph.connect({"flakes", "emitter", "cloud", "emitter"});
            graph.setValue("cloud", "keys", Text{"0; 0 0 0\n1; 8, 0, 0"});
            graph.setValue("cloud", "interpolation", ChoiceName{"linear"});
            graph.setShown("cloud", true);
        });
        SceneContent& content = rig->window->content();
        const auto find = [&](ContentKind kind) -> const ContentItem* {
            const auto found = std::ranges::find_if(
                content.items(), [&](const ContentItem& item) { return item.kind == kind && item.node == "cloud"; });
            return found == content.items().end() ? nullptr : &*found;
        };
        const Vector3 centre(0, 0, 0.5); // of the ball
        const auto isAt = [&](ContentKind kind, double x) {
            const ContentItem* item = find(kind);
            return item && (item->mesh.pose(centre) - centre - Vector3(x, 0, 0)).norm() < 1e-9;
        };
        content.setTime(0.25);
        QTRY_VERIFY(isAt(ContentKind::Emitter, 2));
        content.setTime(0.5);
        QVERIFY(isAt(ContentKind::Emitter, 4));
        rig->window->selection().set({"cloud"}, "cloud"); // is outlined, there too
        QTRY_VERIFY(isAt(ContentKind::Outline, 4));
        content.setTime(0);
        QVERIFY(isAt(ContentKind::Emitter, 0) && isAt(ContentKind::Outline, 0));
    }
};

SASTRUGI_TEST(EmitterViewTest)
#include "EmitterViewTest.moc"
