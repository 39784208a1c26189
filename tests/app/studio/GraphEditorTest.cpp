// The graph editor, driven with mouse and keyboard.
#include "tests/app/studio/GraphRig.h"

#include "nodes/document/Fragment.h"
#include "nodes/graph/GraphEdits.h"

#include <QApplication>
#include <QClipboard>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class GraphEditorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodesAreAddedByTyping()
    {
        GraphRig rig;
        rig.add("snow");
        rig.add("filemit");
        QVERIFY(rig.has("snow") && rig.has("fill"));
        // The new node is wired to the one that was active.
        QCOMPARE(rig.graph().linksInto("fill", "material").size(), std::size_t{1});
        rig.editor.show();
        rig.key(Qt::Key_Tab);
        QTRY_VERIFY(rig.popupField());
        QTest::keyClick(rig.popupField(), Qt::Key_Escape);
        QTRY_VERIFY(!rig.popupField());
        QCOMPARE(rig.graph().nodes().size(), std::size_t{3});
    }

    void nodesAreDraggedOnTheGridAndAlone()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const int steps = rig.document.undoStack().count();
        const QPointF before = rig.positionOf("ball"), other = rig.positionOf("snow");
        rig.drag(rig.titleOf("ball"), rig.titleOf("ball") + QPoint(63, 38));
        QCOMPARE(rig.positionOf("ball"), before + QPointF(60, 40));
        QCOMPARE(rig.positionOf("snow"), other);
        QCOMPARE(rig.document.undoStack().count(), steps + 1);
        rig.document.undoStack().undo();
        QCOMPARE(rig.positionOf("ball"), before);
        QCOMPARE(rig.editor.scene().node("ball")->pos(), before);
    }

    void escapeTakesADragBack()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const Graph before = rig.graph();
        const int steps = rig.document.undoStack().count();
        rig.press(rig.titleOf("ball"));
        rig.moveTo(rig.titleOf("ball") + QPoint(100, 50));
        QVERIFY(!(rig.graph() == before));
        rig.key(Qt::Key_Escape);
        QVERIFY(rig.graph() == before);
        QCOMPARE(rig.document.undoStack().count(), steps);
    }

    void wiresAreDraggedBetweenPorts()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.document.edit("Box", [](Graph& graph) {
            graph.add("geometry.box", "box");
            graph.move("box", 0, 420);
        });
        rig.drag(rig.portOf("box", "mesh", false), rig.portOf("fill", "region", true)); // replaces the ball
        QCOMPARE(rig.graph().linksInto("fill", "region"), (std::vector<Link>{{"box", "mesh", "fill", "region"}}));
        QCOMPARE(rig.editor.scene().wires().size(), rig.graph().links().size());
        // Backwards, from an input to an output.
        rig.drag(rig.portOf("fill", "region", true), rig.portOf("box", "mesh", false) + QPoint(-300, -40));
        QVERIFY(rig.graph().linksInto("fill", "region").empty()); // let go in empty space
        rig.drag(rig.portOf("fill", "region", true), rig.portOf("ball", "mesh", false));
        QCOMPARE(rig.graph().linksInto("fill", "region").front().fromNode, std::string("ball"));
    }

    void whatDoesNotFitIsRefusedWithTheReason()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const Graph before = rig.graph();
        QString said;
        QObject::connect(&rig.editor, &GraphEditor::said, &rig.editor, [&](const QString& words) { said = words; });
        rig.press(rig.portOf("snow", "material", false));
        rig.moveTo(rig.portOf("sph", "boundaries", true));
        QCOMPARE(rig.editor.scene().node("plane")->opacity() < 1, true); // it takes no material
        QCOMPARE(rig.editor.scene().node("fill")->opacity(), 1.0);
        rig.release(rig.portOf("sph", "boundaries", true));
        QVERIFY2(said.contains("gives a Material"), qPrintable(said));
        QVERIFY(rig.graph() == before);
        QCOMPARE(rig.editor.scene().node("plane")->opacity(), 1.0);
    }

    void aWireInEmptySpaceOffersWhatFits()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.drag(rig.portOf("fill", "emitter", false), QPoint(700, 500));
        QTRY_VERIFY(rig.popupField());
        const QStringList offered = rig.offered();
        QVERIFY(offered.contains("solver.sph") && offered.contains("layout.reroute"));
        QVERIFY(!offered.contains("geometry.box") && !offered.contains("material.snow"));
        rig.choose("free fall");
        QCOMPARE(rig.graph().linksFrom("fill").size(), std::size_t{2});
    }

    void aNodeDroppedOnAWireIsSpliced()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.document.edit("Turn", [](Graph& graph) {
            graph.add("geometry.transform", "turn");
            graph.move("turn", 0, 480);
        });
        const QPointF from = rig.editor.scene().node("ball")->portPosition("mesh", false);
        const QPointF to = rig.editor.scene().node("fill")->portPosition("region", true);
        const QRectF body = rig.editor.scene().node("turn")->layout().body;
        const QPoint shift = rig.inView(0.5 * (from + to)) - rig.inView(rig.positionOf("turn") + body.center());
        const int steps = rig.document.undoStack().count();
        rig.drag(rig.titleOf("turn"), rig.titleOf("turn") + shift);
        QCOMPARE(rig.graph().linksInto("fill", "region").front().fromNode, std::string("turn"));
        QCOMPARE(rig.graph().linksInto("turn").front().fromNode, std::string("ball"));
        QCOMPARE(rig.document.undoStack().count(), steps + 1);
        QVERIFY(rig.positionOf("fill").x() >= rig.positionOf("turn").x() + body.width());
    }

    void aNodeThatTouchesAWireIsSplicedAndNothingOverlaps()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.document.edit("Turn", [](Graph& graph) {
            graph.add("geometry.transform", "turn");
            graph.move("turn", 0, 480);
            graph.move("fill", 200, 40); // close to the ball: there is no room
            graph.move("floor", 420, 60);
        });
        const QRectF body = rig.editor.scene().node("turn")->layout().body;
        const QPointF to = rig.editor.scene().node("fill")->portPosition("region", true);
        // The lower left corner is over the end of the wire, its middle far from it.
        const QPointF wish = to - QPointF(8, body.height() - 8);
        rig.press(rig.titleOf("turn"));
        rig.moveTo(rig.titleOf("turn") + rig.inView(wish) - rig.inView(rig.positionOf("turn")));
        const WireItem* wire = rig.editor.scene().wire({"ball", "mesh", "fill", "region"});
        QVERIFY(wire->zValue() > rig.editor.scene().node("turn")->zValue());
        rig.release(rig.titleOf("turn"));
        QCOMPARE(rig.graph().linksInto("fill", "region").front().fromNode, std::string("turn"));
        const std::vector<NodeItem*> items = rig.editor.scene().nodes();
        for (const NodeItem* one : items)
            for (const NodeItem* other : items)
                if (one != other)
                    QVERIFY2(!one->layout()
                                  .body.translated(one->pos())
                                  .intersects(other->layout().body.translated(other->pos())),
                             (one->name() + " and " + other->name()).c_str());
    }

    void aDoubleClickOnAWireAddsAReroute()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const QPointF from = rig.editor.scene().node("ball")->portPosition("mesh", false);
        const QPointF to = rig.editor.scene().node("fill")->portPosition("region", true);
        QTest::mouseDClick(rig.editor.view().viewport(), Qt::LeftButton, {}, rig.inView(0.5 * (from + to)));
        QVERIFY(rig.graph().linksInto("fill", "region").front().fromNode != "ball");
        QCOMPARE(rig.graph().nodes().size(), sampleGraph().nodes().size() + 1);
    }

    void anOutputOnItsOwnInputSaysWhyNot()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        QString said;
        QObject::connect(&rig.editor, &GraphEditor::said, &rig.editor, [&](const QString& words) { said = words; });
        rig.drag(rig.portOf("fill", "emitter", false), rig.portOf("fill", "region", true));
        QVERIFY2(said.contains("itself"), qPrintable(said));
        QVERIFY(!rig.popupField());
    }

    void aRenamedNodeStaysMarkedAsSelected()
    {
        GraphRig rig(sampleGraph());
        rig.selection.set({"ball"}, "ball");
        rig.document.edit("Rename", [](Graph& graph) { graph.rename("ball", "snowball"); });
        QCOMPARE(rig.selection.active(), std::string("snowball"));
        QVERIFY(rig.editor.scene().node("snowball")->isMarkedAsSelected());
    }

    void wordsAreNotPasted()
    {
        GraphRig rig(sampleGraph());
        QString said;
        QObject::connect(&rig.editor, &GraphEditor::said, &rig.editor, [&](const QString& words) { said = words; });
        QApplication::clipboard()->setText("just words");
        rig.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(said, QString("The clipboard holds no nodes."));
    }

    void wiresAreCutByDrawingAcross()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const QPoint middle = rig.inView(0.5 * (rig.editor.scene().node("ball")->portPosition("mesh", false) +
                                                rig.editor.scene().node("fill")->portPosition("region", true)));
        rig.drag(middle + QPoint(0, -60), middle + QPoint(0, 60), Qt::RightButton, Qt::ControlModifier);
        QVERIFY(rig.graph().linksInto("fill", "region").empty());
        QCOMPARE(rig.graph().links().size(), std::size_t{4});
        rig.document.undoStack().undo();
        QCOMPARE(rig.editor.scene().wires().size(), std::size_t{5});
    }

    void ctrlClickPutsARerouteIntoAWire()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const QPoint middle = rig.inView(0.5 * (rig.editor.scene().node("ball")->portPosition("mesh", false) +
                                                rig.editor.scene().node("fill")->portPosition("region", true)));
        QTest::mouseClick(rig.editor.view().viewport(), Qt::LeftButton, Qt::ControlModifier, middle);
        QVERIFY(rig.has("reroute"));
        QCOMPARE(rig.graph().sourcesInto("fill", "region").front().fromNode, std::string("ball"));
    }

    void aRectangleSelects()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.drag(rig.inView({-40, -40}), rig.inView({180, 260}));
        QCOMPARE(rig.selection.nodes(), (std::vector<std::string>{"ball", "snow"}));
        QTest::mouseClick(rig.editor.view().viewport(), Qt::LeftButton, Qt::ShiftModifier, rig.titleOf("fill"));
        QCOMPARE(rig.selection.nodes().size(), std::size_t{3});
        QCOMPARE(rig.selection.active(), std::string("fill"));
        QTest::mouseClick(rig.editor.view().viewport(), Qt::LeftButton, Qt::NoModifier, rig.inView({-40, -40}));
        QVERIFY(rig.selection.isEmpty());
    }

    void keysBypassShowRenameAndDelete()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.click("floor");
        rig.key(Qt::Key_B);
        QVERIFY(rig.graph().node("floor").isBypassed);
        rig.key(Qt::Key_B);
        QVERIFY(!rig.graph().node("floor").isBypassed);
        rig.key(Qt::Key_E);
        QVERIFY(rig.graph().node("floor").isShown);
        rig.key(Qt::Key_F2);
        auto* field = rig.editor.findChild<QLineEdit*>("renameField");
        QVERIFY(field);
        QTest::keyClicks(field, "ground b"); // letters are no commands here
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(rig.has("ground b") && !rig.has("floor"));
        QCOMPARE(rig.selection.active(), std::string("ground b"));
        rig.key(Qt::Key_Delete);
        QVERIFY(!rig.has("ground b"));
        rig.key(Qt::Key_Delete); // nothing is selected: no step
        QCOMPARE(rig.document.undoStack().undoText(), QString("Delete Node"));
        rig.document.undoStack().undo();
        QVERIFY(rig.has("ground b"));
    }

    void theEyeInTheTitleIsAButton()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        const NodeItem* item = rig.editor.scene().node("ball");
        QTest::mouseClick(rig.editor.view().viewport(), Qt::LeftButton, Qt::NoModifier,
                          rig.inView(item->pos() + item->layout().eye.center()));
        QVERIFY(rig.graph().node("ball").isShown);
    }

    void copiesTravelAsText()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.selection.set({"ball", "fill"});
        rig.key(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().contains("emitter.fill"));
        GraphRig other;
        other.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(other.has("ball") && other.has("fill"));
        QCOMPARE(other.graph().links().size(), std::size_t{1});
        QApplication::clipboard()->setText("hello");
        QString said;
        QObject::connect(&other.editor, &GraphEditor::said, &other.editor, [&](const QString& words) { said = words; });
        const Graph before = other.graph();
        other.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(other.graph() == before && !said.isEmpty());
        rig.activate();
        rig.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(rig.graph().linksInto("fill2").size(), std::size_t{2}); // inputs are kept
        rig.selection.set({"fill2"});
        rig.key(Qt::Key_X, Qt::ControlModifier);
        QVERIFY(!rig.has("fill2"));
        rig.key(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rig.graph().linksInto("fill2").size(), std::size_t{2});
    }

    void backdropsCarryWhatLiesOnThem()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.selection.set({"ball", "snow"});
        rig.key(Qt::Key_B, Qt::ShiftModifier);
        QVERIFY(rig.has("backdrop"));
        const QPointF ball = rig.positionOf("ball"), fill = rig.positionOf("fill");
        rig.drag(rig.titleOf("backdrop"), rig.titleOf("backdrop") + QPoint(0, 50));
        QCOMPARE(rig.positionOf("ball"), ball + QPointF(0, 50));
        QCOMPARE(rig.positionOf("fill"), fill);
        const NodeItem* item = rig.editor.scene().node("backdrop");
        const double width = item->layout().body.width();
        const QPoint grip = rig.inView(item->pos() + item->sizeGrip().center());
        rig.drag(grip, grip + QPoint(60, 0));
        QCOMPARE(rig.editor.scene().node("backdrop")->layout().body.width(), width + 60);
    }

    void nodesAreFoundByNameTypeAndValue()
    {
        GraphRig rig(sampleGraph());
        rig.document.edit("Set", [](Graph& graph) { graph.setValue("ball", "radius", 0.77); });
        rig.key(Qt::Key_F, Qt::ControlModifier);
        auto* field = rig.editor.findChild<QLineEdit*>("findField");
        QVERIFY(field && field->isVisible());
        QTest::keyClicks(field, "0.77");
        QCOMPARE(rig.selection.active(), std::string("ball"));
        field->clear();
        QTest::keyClicks(field, "boundary samp");
        QCOMPARE(rig.selection.active(), std::string("floor"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

    void theMinimapComesAndGoes()
    {
        GraphRig rig(sampleGraph());
        auto* minimap = rig.editor.findChild<QWidget*>("minimap");
        QVERIFY(minimap && !minimap->isVisible());
        rig.key(Qt::Key_M);
        QVERIFY(minimap->isVisible());
        QVERIFY(rig.editor.view().viewport()->rect().contains(minimap->geometry()));
        rig.key(Qt::Key_M);
        QVERIFY(!minimap->isVisible());
    }

    void arrowsSelectAndMove()
    {
        GraphRig rig(sampleGraph());
        rig.spread();
        rig.click("ball");
        rig.key(Qt::Key_Down);
        QCOMPARE(rig.selection.active(), std::string("snow"));
        const QPointF before = rig.positionOf("snow");
        rig.key(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(rig.positionOf("snow"), before + QPointF(10, 0));
    }

    void wheelZoomsAtTheMouse()
    {
        GraphRig rig(sampleGraph());
        const QPoint mouse(300, 200);
        const QPointF before = rig.editor.view().mapToScene(mouse);
        QWheelEvent event(mouse, rig.editor.view().viewport()->mapToGlobal(QPointF(mouse)), {}, {0, 240}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(rig.editor.view().viewport(), &event);
        const QPointF after = rig.editor.view().mapToScene(mouse);
        QVERIFY(rig.editor.view().pixelSize() < 1);
        QVERIFY(QLineF(before, after).length() < 2);
    }

    void unknownTypesAreShownAndKept()
    {
        GraphRig rig;
        QApplication::clipboard()->setText(R"({"format": "sastrugi", "version": 1, "nodes": [
            {"name": "x", "type": "solver.quantum"}, {"name": "y", "type": "solver.quantum", "position": [300, 0]}],
            "links": [{"from": ["x", "out"], "to": ["y", "in"]}]})");
        rig.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rig.editor.scene().wires().size(), std::size_t{1});
        QVERIFY(rig.editor.scene().node("x")->layout().find("out", false));
        QVERIFY(!rig.editor.grab().isNull());
    }

    void aStormOfCopyPasteDeleteAndUndoLeavesAllInPlace()
    {
        std::mt19937 random(7);
        const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        GraphRig rig(sampleGraph());
        const std::string start = writeFragment(rig.graph(), {"ball", "snow", "fill", "plane", "floor", "sph"});
        for (int i = 0; i < 300; ++i) {
            std::vector<std::string> names;
            for (const NodeItem* item : rig.editor.scene().nodes())
                if (pick(3) == 0 && names.size() < 12)
                    names.push_back(item->name());
            rig.selection.set(names);
            switch (pick(6)) {
            case 0: rig.key(Qt::Key_C, Qt::ControlModifier); break;
            case 1: rig.key(Qt::Key_V, Qt::ControlModifier); break;
            case 2: rig.key(Qt::Key_D, Qt::ControlModifier); break;
            case 3: rig.key(Qt::Key_Delete); break;
            case 4: rig.document.undoStack().undo(); break;
            case 5: rig.document.undoStack().redo(); break;
            }
            rig.verifyShown();
        }
        while (rig.document.undoStack().canUndo())
            rig.document.undoStack().undo();
        QCOMPARE(writeFragment(rig.graph(), {"ball", "snow", "fill", "plane", "floor", "sph"}), start);
        rig.verifyShown();
    }

    void theViewShowsWhatTheGraphHolds_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 8; ++seed)
            QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }

    void theViewShowsWhatTheGraphHolds()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        GraphRig rig(sampleGraph());
        for (int i = 0; i < 150; ++i) {
            rig.editAtRandom(pick);
            rig.verifyShown();
        }
        while (rig.document.undoStack().canUndo()) {
            rig.document.undoStack().undo();
            rig.verifyShown();
        }
    }
};

SASTRUGI_TEST(GraphEditorTest)
#include "GraphEditorTest.moc"
