// Every node type of the registry in the graph editor: added by its title, wired at each of its ports, shown, undone.
// Its parameters are edited in PropertyPanelTest.
#include "tests/app/studio/GraphRig.h"

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

namespace
{

/// A type with a port of this type on that side, a reroute where there is no other, and the port's name.
std::pair<std::string, std::string> otherEnd(PortType type, bool isInput)
{
    for (const NodeType& candidate : allNodes().types())
        for (const Port& port : isInput ? candidate.inputs : candidate.outputs)
            if (port.type == type || (type == PortType::Any && port.type == PortType::Mesh))
                return {candidate.name, port.name};
    return {"layout.reroute", isInput ? "in" : "out"}; // no other node takes it, or gives it
}

} // namespace

class EveryNodeTest : public QObject
{
    Q_OBJECT

    static constexpr QPointF otherLeft = {-320, 0}, otherRight = {320, 0};

    std::string addOther(GraphRig& rig, const std::string& type, const QPointF& place)
    {
        std::string name;
        rig.document.edit("Add", [&](Graph& graph) {
            name = graph.add(type);
            graph.move(name, place.x(), place.y());
        });
        return name;
    }

    /// A wire by hand from the other end, which is removed again.
    void wire(GraphRig& rig, const std::string& name, const Port& port, bool isInput)
    {
        const auto [type, otherPort] = otherEnd(port.type, !isInput);
        QVERIFY2(!type.empty(), port.name.c_str());
        const std::string other = addOther(rig, type, isInput ? otherLeft : otherRight);
        const Link link = isInput ? Link{other, otherPort, name, port.name} : Link{name, port.name, other, otherPort};
        QPoint from = rig.portOf(link.fromNode, link.fromPort.c_str(), false);
        if (rig.editor.scene().node(link.fromNode)->nodeShape() == NodeShape::Reroute)
            from += QPoint(12, 0); // the dot itself is moved by a drag
        rig.drag(from, rig.portOf(link.toNode, link.toPort.c_str(), true));
        QVERIFY2(rig.editor.scene().wire(link), port.name.c_str());
        rig.verifyShown();
        rig.document.edit("Remove", [&](Graph& graph) { graph.remove(other); });
    }

private Q_SLOTS:
    void isAddedWiredAndShown_data()
    {
        QTest::addColumn<QString>("type");
        for (const NodeType& type : allNodes().types())
            if (!type.isReserved)
                QTest::newRow(type.name.c_str()) << QString::fromStdString(type.name);
    }

    void isAddedWiredAndShown()
    {
        QFETCH(QString, type);
        const NodeType& tried = *allNodes().find(type.toStdString());
        GraphRig rig;
        rig.editor.view().setTransform(QTransform());
        rig.editor.view().centerOn(90, 60);
        QCoreApplication::processEvents();
        const QImage empty = rig.editor.view().viewport()->grab().toImage();

        rig.add(QString::fromStdString(tried.title));
        QCOMPARE(rig.graph().nodes().size(), std::size_t{2});
        const std::string name = rig.graph().nodes()[1].name;
        QCOMPARE(rig.graph().nodes()[1].type, tried.name);
        QCOMPARE(rig.selection.nodes(), std::vector<std::string>{name});
        const Graph added = rig.graph();

        rig.document.edit("Move", [&](Graph& graph) { graph.move(name, 0, 0); });
        for (const Port& port : tried.inputs)
            wire(rig, name, port, true);
        for (const Port& port : tried.outputs)
            wire(rig, name, port, false);

        const NodeItem& item = *rig.editor.scene().node(name);
        QVERIFY(item.toolTip().contains(QString::fromStdString(tried.title)));
        QCoreApplication::processEvents();
        const QRect place = rig.editor.view().mapFromScene(item.boundingRect().translated(item.pos())).boundingRect();
        const QImage drawn = rig.editor.view().viewport()->grab().toImage();
        QVERIFY(drawn.copy(place) != empty.copy(place));
        if (!tried.outputs.empty() && item.nodeShape() == NodeShape::Box) {
            const bool isShown = rig.graph().node(name).isShown;
            QTest::mouseClick(rig.editor.view().viewport(), Qt::LeftButton, {},
                              rig.inView(item.pos() + item.layout().eye.center()));
            QCOMPARE(rig.graph().node(name).isShown, !isShown);
        }
        while (rig.document.undoStack().index() > 1)
            rig.document.undoStack().undo();
        QVERIFY(rig.graph() == added);
        rig.document.undoStack().undo();
        QCOMPARE(rig.graph().nodes().size(), std::size_t{1});
        rig.verifyShown();
    }
};

SASTRUGI_TEST(EveryNodeTest)
#include "EveryNodeTest.moc"
