// The graph editor in the middle of things: the popup, a wire on its way, an error. Where SASTRUGI_PICTURES names a
// folder, the pictures are kept.
#include "tests/app/studio/GraphRig.h"
#include "tests/app/studio/keepPicture.h"

#include "app/studio/looks/Theme.h"

#include <QDir>
#include <QScreen>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class GraphPicturesTest : public QObject
{
    Q_OBJECT

    /// A graph with all there is to see: reroute, backdrop, bypass, an error and an unknown type.
    static Graph busyGraph()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.meshFile", "bunny");
        graph.add("geometry.transform", "lift");
        graph.connect({"bunny", "mesh", "lift", "mesh"});
        graph.setBypassed("lift", true);
        graph.setShown("ball", true);
        const std::string dot = insertReroute(graph, {"floor", "boundary", "sph", "boundaries"}, 520, 420);
        const std::string backdrop = graph.add("layout.backdrop", "obstacles");
        graph.move(backdrop, -30, 240);
        graph.setValue(backdrop, "title", Text{"Obstacles"});
        graph.setValue(backdrop, "note", Text{"\n\n\n\nThe ground, tilted later."});
        graph.setValue(backdrop, "width", 510.0);
        graph.setValue(backdrop, "height", 170.0);
        Node unknown;
        unknown.name = "future";
        unknown.type = "solver.quantum";
        unknown.x = 600;
        unknown.y = 20;
        graph.insert(unknown);
        graph.move("bunny", 0, -140);
        graph.move("lift", 230, -140);
        return graph;
    }

private Q_SLOTS:
    void cleanup() { useTheme(ThemeKind::Dark); }

    void ofAllThereIsToSee_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << int(ThemeKind::Dark);
        QTest::newRow("light") << int(ThemeKind::Light);
    }

    void ofAllThereIsToSee()
    {
        QFETCH(int, theme);
        useTheme(ThemeKind(theme));
        const QString suffix = QString("-") + QTest::currentDataTag();
        GraphRig rig(busyGraph());
        rig.spread();
        rig.editor.view().centerOn(380, 140);
        QTRY_VERIFY(!rig.evaluation.isBusy());
        QVERIFY(rig.editor.scene().node("bunny")->status().errors > 0); // it names no file
        QVERIFY(rig.editor.scene().node("future")->status().errors > 0);
        rig.selection.set({"fill", "snow"}, "fill");
        rig.key(Qt::Key_M);
        QVERIFY(rig.editor.findChild<QWidget*>("minimap")->isVisible());
        keepPicture(rig.editor, "graph" + suffix);
        rig.selection.clear();
        rig.press(rig.portOf("snow", "material", false));
        rig.moveTo(rig.portOf("sph", "emitters", true));
        keepPicture(rig.editor, "wire-refused" + suffix);
        rig.moveTo(rig.portOf("fill", "material", true) + QPoint(-8, 3));
        keepPicture(rig.editor, "wire" + suffix);
        rig.key(Qt::Key_Escape);
        rig.key(Qt::Key_Tab);
        QTRY_VERIFY(rig.popupField());
        QTest::keyClicks(rig.popupField(), "me");
        keepPicture(*rig.popupField()->parentWidget(), "add-node" + suffix);
    }
};

SASTRUGI_TEST(GraphPicturesTest)
#include "GraphPicturesTest.moc"
