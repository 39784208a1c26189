// What can be done with the graph by a key or a menu.
#include "app/studio/graph/AddNodePopup.h"
#include "app/studio/graph/FindBar.h"
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/graph/Minimap.h"
#include "app/studio/graph/MoveNodes.h"

#include "nodes/document/Fragment.h"
#include "nodes/graph/GraphEdits.h"
#include "nodes/graph/arrangeNodes.h"

#include <QApplication>
#include <QClipboard>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

QKeySequence key(QKeyCombination combination) { return QKeySequence(combination); }

} // namespace

void GraphEditor::declareCommands(Commands& commands)
{
    declareClipboardCommands(commands);
    declareNodeCommands(commands);
    declareViewCommands(commands);
}

void GraphEditor::declareClipboardCommands(Commands& commands)
{
    const QString edit = tr("Edit");
    commands.add(
        this,
        {"graph.cut", tr("Cut"), edit, {QKeySequence::Cut}, tr("Copies the selected nodes and deletes them."), "cut"},
        [this] {
            copy();
            removeSelected(false);
        });
    commands.add(
        this, {"graph.copy", tr("Copy"), edit, {QKeySequence::Copy}, tr("Copies the selected nodes as text."), "copy"},
        [this] { copy(); });
    commands.add(
        this,
        {"graph.paste", tr("Paste"), edit, {QKeySequence::Paste}, tr("Adds the copied nodes at the mouse."), "paste"},
        [this] { paste(QApplication::clipboard()->text(), tr("Paste"), m_view->workPoint(), false); });
    commands.add(this,
                 {"graph.pasteWithInputs",
                  tr("Paste with Inputs"),
                  edit,
                  {key(Qt::CTRL | Qt::SHIFT | Qt::Key_V)},
                  tr("Adds the copied nodes, linked to what fed the originals.")},
                 [this] { paste(QApplication::clipboard()->text(), tr("Paste"), m_view->workPoint(), true); });
    commands.add(this,
                 {"graph.duplicate",
                  tr("Duplicate"),
                  edit,
                  {key(Qt::CTRL | Qt::Key_D), key(Qt::SHIFT | Qt::Key_D)},
                  tr("Adds a copy of the selected nodes that keeps their inputs."),
                  "duplicate"},
                 [this] { duplicate(); });
    commands.add(this,
                 {"graph.delete",
                  tr("Delete"),
                  edit,
                  {key(Qt::Key_Delete), key(Qt::Key_Backspace)},
                  tr("Deletes the selected nodes and their wires."),
                  "delete"},
                 [this] { removeSelected(false); });
    commands.add(this,
                 {"graph.selectAll", tr("Select All"), edit, {QKeySequence::SelectAll}, tr("Selects every node.")},
                 [this] {
                     std::vector<std::string> names;
                     for (const NodeItem* item : m_scene->nodes())
                         names.push_back(item->name());
                     m_selection.set(std::move(names));
                 });
}

void GraphEditor::declareNodeCommands(Commands& commands)
{
    const QString graph = tr("Graph");
    commands.add(this,
                 {"graph.addNode",
                  tr("Add Node..."),
                  graph,
                  {key(Qt::Key_Tab), key(Qt::SHIFT | Qt::Key_A)},
                  tr("Adds a node whose name is typed."),
                  "add"},
                 [this] { offerNodes(m_view->workPoint()); });
    commands.add(this,
                 {"graph.connect",
                  tr("Connect Selected"),
                  graph,
                  {key(Qt::Key_C)},
                  tr("Links the selected nodes with the active one through the first ports that fit.")},
                 [this] { connectSelected(); });
    commands.add(this,
                 {"graph.bypass",
                  tr("Bypass"),
                  graph,
                  {key(Qt::Key_B)},
                  tr("Lets the selected nodes hand on their input unchanged."),
                  "bypass"},
                 [this] { toggleBypassed(); });
    commands.add(this,
                 {"graph.show",
                  tr("Show in Views"),
                  graph,
                  {key(Qt::Key_E)},
                  tr("Shows or hides what the selected nodes give."),
                  "eye"},
                 [this] { toggleShown(); });
    commands.add(this, {"graph.rename", tr("Rename..."), graph, {key(Qt::Key_F2)}, tr("Renames the active node.")},
                 [this] { beginRename(m_selection.active()); });
    commands.add(this,
                 {"graph.dissolve",
                  tr("Delete and Reconnect"),
                  graph,
                  {key(Qt::CTRL | Qt::Key_Delete)},
                  tr("Deletes the selected nodes and links what fed them to where they led.")},
                 [this] { removeSelected(true); });
    commands.add(this,
                 {"graph.arrange",
                  tr("Arrange"),
                  graph,
                  {key(Qt::Key_L), key(Qt::CTRL | Qt::Key_L)},
                  tr("Places the selected nodes, or all, in columns.")},
                 [this] { arrangeSelected(); });
    commands.add(this,
                 {"graph.backdrop",
                  tr("Add Backdrop"),
                  graph,
                  {key(Qt::SHIFT | Qt::Key_B)},
                  tr("Puts a backdrop behind the selected nodes.")},
                 [this] { addBackdrop(); });
    struct Direction {
        const char* id;
        QString text;
        Qt::Key arrow;
        QPointF step;
    };
    for (const Direction& d :
         {Direction{"Left", tr("Left"), Qt::Key_Left, {-1, 0}}, Direction{"Right", tr("Right"), Qt::Key_Right, {1, 0}},
          Direction{"Up", tr("Up"), Qt::Key_Up, {0, -1}}, Direction{"Down", tr("Down"), Qt::Key_Down, {0, 1}}}) {
        commands.add(this,
                     {QString("graph.select%1").arg(d.id),
                      tr("Select Node: %1").arg(d.text),
                      graph,
                      {key(d.arrow)},
                      tr("Selects the nearest node in this direction.")},
                     [this, step = d.step] { selectNeighbour(step); });
        commands.add(this,
                     {QString("graph.move%1").arg(d.id),
                      tr("Move Nodes: %1").arg(d.text),
                      graph,
                      {key(Qt::CTRL | d.arrow)},
                      tr("Moves the selected nodes by one step of the grid.")},
                     [this, step = d.step] { nudge(gridStep * step); });
    }
}

void GraphEditor::declareViewCommands(Commands& commands)
{
    const QString graph = tr("Graph");
    commands.add(this,
                 {"graph.frameSelected",
                  tr("Frame Selected"),
                  graph,
                  {key(Qt::Key_F)},
                  tr("Shows the selected nodes, or all, as large as fits.")},
                 [this] { showNodes(m_selection.nodes()); });
    commands.add(this,
                 {"graph.frameAll", tr("Frame All"), graph, {key(Qt::Key_Home)}, tr("Shows the whole graph."), "frame"},
                 [this] { showNodes({}); });
    commands.add(
        this,
        {"graph.find", tr("Find..."), graph, {QKeySequence::Find}, tr("Finds nodes by name, type or value."), "search"},
        [this] { m_find->begin(); });
    commands.add(this,
                 {"graph.zoomIn", tr("Zoom In"), graph, {key(Qt::CTRL | Qt::Key_Plus), key(Qt::CTRL | Qt::Key_Equal)}},
                 [this] { m_view->zoomBy(1.2, m_view->viewport()->rect().center()); });
    commands.add(this, {"graph.zoomOut", tr("Zoom Out"), graph, {key(Qt::CTRL | Qt::Key_Minus)}},
                 [this] { m_view->zoomBy(1 / 1.2, m_view->viewport()->rect().center()); });
    QAction* minimap = commands.add(
        this, {"graph.minimap", tr("Minimap"), graph, {key(Qt::Key_M)}, tr("Shows the whole graph, small.")},
        [this] { m_minimap->setVisible(!m_minimap->isVisible()); });
    minimap->setCheckable(true);
}

void GraphEditor::copy()
{
    if (!m_selection.isEmpty())
        QApplication::clipboard()->setText(toQString(writeFragment(m_document.graph(), m_selection.nodes())));
}

void GraphEditor::paste(const QString& text, const QString& name, const QPointF& point, bool keepsInputs)
{
    if (!text.trimmed().startsWith('{')) {
        Q_EMIT said(tr("The clipboard holds no nodes."));
        return;
    }
    std::vector<std::string> names;
    const std::string fragment = text.toStdString();
    const bool isDone = edit(name, [&](Graph& graph) {
        const FragmentCorner corner = fragmentCorner(fragment, graph.types());
        const auto snapped = [](double value) { return gridStep * std::round(value / gridStep); };
        names =
            pasteFragment(graph, fragment, {snapped(point.x() - corner.x), snapped(point.y() - corner.y), keepsInputs});
    });
    if (isDone)
        m_selection.set(names);
}

void GraphEditor::duplicate()
{
    if (m_selection.isEmpty())
        return;
    const std::string fragment = writeFragment(m_document.graph(), m_selection.nodes());
    const FragmentCorner corner = fragmentCorner(fragment, m_document.types());
    paste(toQString(fragment), tr("Duplicate"), QPointF(corner.x + 3 * gridStep, corner.y + 3 * gridStep), true);
}

void GraphEditor::removeSelected(bool reconnects)
{
    const std::vector<std::string> names = m_selection.nodes();
    const QString what = names.size() == 1 ? tr("Delete Node") : tr("Delete %1 Nodes").arg(names.size());
    edit(what, [&](Graph& graph) { reconnects ? dissolveNodes(graph, names) : removeNodes(graph, names); });
}

void GraphEditor::toggleBypassed()
{
    const Graph& graph = m_document.graph();
    bool isAny = false;
    for (const std::string& name : m_selection.nodes())
        isAny = isAny || graph.node(name).isBypassed;
    edit(isAny ? tr("Stop Bypass") : tr("Bypass"), [&](Graph& changed) {
        for (const std::string& name : m_selection.nodes())
            if (const NodeType* type = changed.typeOf(changed.node(name)); !type || !type->outputs.empty())
                changed.setBypassed(name, !isAny);
    });
}

void GraphEditor::toggleShown()
{
    const Graph& graph = m_document.graph();
    bool isAny = false;
    for (const std::string& name : m_selection.nodes())
        isAny = isAny || graph.node(name).isShown;
    edit(isAny ? tr("Hide Node") : tr("Show Node"), [&](Graph& changed) {
        for (const std::string& name : m_selection.nodes())
            if (const NodeType* type = changed.typeOf(changed.node(name)); type && !type->outputs.empty())
                changed.setShown(name, !isAny);
    });
}

void GraphEditor::connectSelected()
{
    const std::string active = m_selection.active();
    bool isAny = false;
    edit(tr("Connect"), [&](Graph& graph) {
        for (const std::string& name : m_selection.nodes()) {
            if (name == active)
                continue;
            std::optional<Link> link = fittingLink(graph, name, active);
            if (!link)
                link = fittingLink(graph, active, name);
            if (link)
                graph.connect(*link);
            isAny = isAny || link;
        }
    });
    if (!isAny)
        Q_EMIT said(tr("None of the selected nodes has a free port that fits one of the active node."));
}

void GraphEditor::arrangeSelected()
{
    std::vector<std::string> names;
    for (const NodeItem* item : m_scene->nodes())
        if (item->nodeShape() != NodeShape::Backdrop &&
            (m_selection.nodes().size() < 2 || m_selection.contains(item->name())))
            names.push_back(item->name());
    edit(tr("Arrange"), [&](Graph& graph) {
        arrangeNodes(graph, names, [this](const std::string& name) {
            const QRectF body = m_scene->node(name)->layout().body;
            return NodeSize{body.width(), body.height()};
        });
    });
}

void GraphEditor::addBackdrop()
{
    constexpr double margin = 3 * gridStep;
    const QRectF around = m_selection.isEmpty()
                              ? QRectF(m_view->workPoint(), QSizeF(300, 200))
                              : m_scene->boundsOf(m_selection.nodes())
                                    .adjusted(-margin, -margin - nodeSizes::titleHeight, margin, margin);
    std::string name;
    edit(tr("Add Backdrop"), [&](Graph& graph) {
        name = graph.add("layout.backdrop");
        graph.move(name, gridStep * std::floor(around.left() / gridStep),
                   gridStep * std::floor(around.top() / gridStep));
        graph.setValue(name, "width", gridStep * std::ceil(around.width() / gridStep));
        graph.setValue(name, "height", gridStep * std::ceil(around.height() / gridStep));
    });
    m_selection.set({name}, name);
}

void GraphEditor::selectNeighbour(const QPointF& direction)
{
    const NodeItem* from = m_scene->node(m_selection.active());
    const QPointF start = from ? from->layout().body.translated(from->pos()).center() : m_view->workPoint();
    const NodeItem* best = nullptr;
    double bestDistance = 0;
    for (const NodeItem* item : m_scene->nodes()) {
        const QPointF away = item->layout().body.translated(item->pos()).center() - start;
        const double along = QPointF::dotProduct(away, direction);
        const double across = std::abs(away.x() * direction.y() - away.y() * direction.x());
        if (item == from || along <= 0 || across > 3 * along)
            continue;
        const double distance = along + 2 * across;
        if (!best || distance < bestDistance) {
            best = item;
            bestDistance = distance;
        }
    }
    if (!best)
        return;
    m_selection.set({best->name()}, best->name());
    m_view->ensureVisible(best->layout().body.translated(best->pos()), 20, 20);
}

void GraphEditor::nudge(const QPointF& shift)
{
    edit(tr("Move Nodes"), [&](Graph& graph) {
        for (const std::string& name : m_selection.nodes())
            graph.move(name, graph.node(name).x + shift.x(), graph.node(name).y + shift.y());
    });
}

} // namespace sastrugi::studio
