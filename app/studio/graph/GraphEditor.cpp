#include "app/studio/graph/GraphEditor.h"

#include "app/studio/graph/AddNodePopup.h"
#include "app/studio/graph/FindBar.h"
#include "app/studio/graph/Minimap.h"
#include "app/studio/graph/MoveNodes.h"
#include "app/studio/graph/RenameField.h"

#include "nodes/graph/GraphEdits.h"

#include <QMenu>
#include <QVBoxLayout>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

double snapped(double value) { return gridStep * std::round(value / gridStep); }

void place(Graph& graph, const std::string& name, const QPointF& point)
{
    graph.move(name, snapped(point.x()), snapped(point.y()));
}

/// Links the new node with the one that was active, whichever way fits.
void wireTo(Graph& graph, const std::string& added, const std::string& active)
{
    if (active.empty() || active == Graph::sceneNode)
        return;
    if (const std::optional<Link> link = fittingLink(graph, active, added))
        graph.connect(*link);
    else if (const std::optional<Link> back = fittingLink(graph, added, active))
        graph.connect(*back);
}

} // namespace

GraphEditor::GraphEditor(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                         QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_commands(commands),
      m_scene(new GraphScene(document, selection, evaluation, this)),
      m_view(new GraphView(document, selection, *m_scene, this)), m_popup(new AddNodePopup(document.types(), this)),
      m_find(new FindBar(document, m_view)), m_minimap(new Minimap(*m_view, *m_scene, document))
{
    setObjectName("graphEditor");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    m_find->move(10, 10);
    m_minimap->hide();

    connect(m_view, &GraphView::anyNodeWanted, this, &GraphEditor::offerNodes);
    connect(m_view, &GraphView::nodesWanted, this, &GraphEditor::offerNodesFor);
    connect(m_view, &GraphView::contextMenuWanted, this, &GraphEditor::showContextMenu);
    connect(m_view, &GraphView::renameWanted, this, &GraphEditor::beginRename);
    connect(m_view, &GraphView::said, this, &GraphEditor::said);
    connect(m_view, &GraphView::filesDropped, this, [this](const QStringList& files, const QPointF& point) {
        QStringList meshes, others;
        for (const QString& file : files)
            (file.endsWith(toQString(SceneDocument::extension), Qt::CaseInsensitive) ? others : meshes).append(file);
        addMeshFiles(meshes, point);
        if (!others.isEmpty())
            Q_EMIT filesDropped(others);
    });
    connect(m_find, &FindBar::found, this, [this](const std::string& node) {
        m_selection.set({node}, node);
        m_view->centerOn(m_scene->boundsOf({node}).center());
    });
    connect(&document, &Document::replaced, this, [this] { showNodes({}); });
    declareCommands(commands);
}

bool GraphEditor::edit(const QString& name, const std::function<void(Graph&)>& change, Gesture gesture)
{
    try {
        m_document.edit(name, change, gesture);
        return true;
    } catch (const Error& error) {
        Q_EMIT said(toQString(error.what()));
        return false;
    }
}

void GraphEditor::showNodes(const std::vector<std::string>& nodes) { m_view->showArea(m_scene->boundsOf(nodes)); }

void GraphEditor::addMeshFiles(const QStringList& files, const QPointF& point)
{
    if (files.isEmpty())
        return;
    std::vector<std::string> names;
    const std::filesystem::path folder = m_document.directory();
    edit(tr("Add Mesh File"), [&](Graph& graph) {
        QPointF next = point;
        for (const QString& file : files) {
            std::filesystem::path path = toPath(file);
            if (const std::filesystem::path relative = path.lexically_relative(folder);
                !folder.empty() && !relative.empty())
                path = relative;
            const std::string name = graph.add("geometry.meshFile");
            graph.setValue(name, "file", FilePath{toText(path).toStdString()});
            place(graph, name, next);
            names.push_back(name);
            next += QPointF(0, 9 * gridStep);
        }
    });
    m_selection.set(names);
}

void GraphEditor::addNode(const NodeType& type, const QPointF& point)
{
    const std::string active = m_selection.active();
    std::string name;
    edit(tr("Add %1").arg(toQString(type.title)), [&](Graph& graph) {
        name = graph.add(type.name);
        place(graph, name, point);
        wireTo(graph, name, active);
    });
    m_selection.set({name}, name);
}

void GraphEditor::offerNodes(const QPointF& point)
{
    const QPoint globalPoint = m_view->viewport()->mapToGlobal(m_view->mapFromScene(point));
    m_popup->offer(
        globalPoint, [](const NodeType&) { return true; },
        [this, point](const NodeType& type) { addNode(type, point); });
}

void GraphEditor::offerNodesFor(const OpenWire& wire, const QPointF& point)
{
    // The link that a node of this type would get, tried on a copy.
    const auto linked = [this, wire](Graph& graph, const NodeType& type) -> std::optional<std::string> {
        const std::string name = graph.add(type.name);
        for (const Port& port : wire.isFromOutput ? type.inputs : type.outputs) {
            const Link link = wire.isFromOutput ? Link{wire.node, wire.port, name, port.name}
                                                : Link{name, port.name, wire.node, wire.port};
            if (whyNotReplacing(graph, link).empty()) {
                connectReplacing(graph, link);
                return name;
            }
        }
        return {};
    };
    const auto fits = [this, linked](const NodeType& type) {
        Graph tried = m_document.graph();
        return linked(tried, type).has_value();
    };
    const QPoint globalPoint = m_view->viewport()->mapToGlobal(m_view->mapFromScene(point));
    m_popup->offer(globalPoint, fits, [this, linked, wire, point](const NodeType& type) {
        std::string name;
        edit(tr("Add %1").arg(toQString(type.title)), [&](Graph& graph) {
            name = linked(graph, type).value();
            place(graph, name, point - QPointF(wire.isFromOutput ? 0 : nodeSizes::leastWidth, nodeSizes::titleHeight));
        });
        m_selection.set({name}, name);
    });
}

void GraphEditor::offerNodesInto(const Link& link, const QPointF& point)
{
    const auto fits = [this, link](const NodeType& type) {
        return spliceFor(m_document.graph(), type, link).has_value();
    };
    const QPoint globalPoint = m_view->viewport()->mapToGlobal(m_view->mapFromScene(point));
    m_popup->offer(globalPoint, fits, [this, link, point](const NodeType& type) {
        std::string name;
        edit(tr("Insert %1").arg(toQString(type.title)), [&](Graph& graph) {
            name = graph.add(type.name);
            place(graph, name, point);
            splice(graph, name, link, spliceFor(graph, type, link).value());
        });
        m_selection.set({name}, name);
    });
}

void GraphEditor::showContextMenu(const QPointF& point, const QPoint& globalPoint)
{
    const NodeItem* node = m_scene->nodeAt(point);
    const WireItem* wire = node ? nullptr : m_scene->wireAt(point, 7 * m_view->pixelSize());
    if (wire) {
        showWireMenu(wire->link(), point, globalPoint);
        return;
    }
    if (node && !m_selection.contains(node->name()))
        m_selection.set({node->name()}, node->name());
    QMenu menu(this);
    const QStringList ids =
        node ? QStringList{"graph.bypass",    "graph.show",   "graph.rename",   "", "graph.cut",     "graph.copy",
                           "graph.duplicate", "graph.delete", "graph.dissolve", "", "graph.arrange", "graph.backdrop"}
             : QStringList{"graph.addNode", "graph.paste",    "graph.selectAll", "",
                           "graph.find",    "graph.frameAll", "graph.minimap"};
    for (const QString& id : ids)
        if (id.isEmpty())
            menu.addSeparator();
        else
            menu.addAction(m_commands.action(id));
    menu.exec(globalPoint);
}

void GraphEditor::showWireMenu(const Link& link, const QPointF& point, const QPoint& globalPoint)
{
    QMenu menu(this);
    menu.addAction(tr("Insert Node..."), this, [this, link, point] { offerNodesInto(link, point); });
    menu.addAction(tr("Insert Reroute"), this, [this, link, point] {
        edit(tr("Insert Reroute"),
             [&](Graph& graph) { insertReroute(graph, link, snapped(point.x()), snapped(point.y())); });
    });
    menu.addSeparator();
    menu.addAction(tr("Select Source"), this, [this, link] { m_selection.set({link.fromNode}, link.fromNode); });
    menu.addAction(tr("Select Destination"), this, [this, link] { m_selection.set({link.toNode}, link.toNode); });
    menu.addSeparator();
    menu.addAction(tr("Disconnect"), this,
                   [this, link] { edit(tr("Disconnect"), [&](Graph& graph) { graph.disconnect(link); }); });
    menu.exec(globalPoint);
}

void GraphEditor::beginRename(const std::string& node)
{
    const NodeItem* item = m_scene->node(node);
    if (!item)
        return;
    m_view->ensureVisible(item->layout().body.translated(item->pos()), 20, 20);
    const QRect title = m_view->mapFromScene(item->layout().title.translated(item->pos())).boundingRect();
    auto* field = new RenameField(toQString(node), m_view->viewport());
    field->setGeometry(title.united(QRect(title.topLeft(), field->sizeHint())));
    connect(field, &RenameField::accepted, this, [this, node](const QString& name) {
        edit(tr("Rename Node"), [&](Graph& graph) { graph.rename(node, name.toStdString()); });
    });
    field->begin();
}

} // namespace sastrugi::studio
