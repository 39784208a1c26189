#include "app/studio/graph/GraphView.h"

#include "app/studio/graph/CutWires.h"
#include "app/studio/graph/DragWire.h"
#include "app/studio/graph/MoveNodes.h"
#include "app/studio/graph/ResizeBackdrop.h"
#include "app/studio/graph/SelectArea.h"
#include "app/studio/looks/Theme.h"

#include "nodes/graph/GraphEdits.h"

#include <QApplication>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr double leastZoom = 0.05, mostZoom = 3;
constexpr double portReach = 9, wireReach = 7; // pixels of the window

std::vector<std::string> without(std::vector<std::string> names, const std::string& name)
{
    std::erase(names, name);
    return names;
}

} // namespace

GraphView::GraphView(Document& document, Selection& selection, GraphScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), m_document(document), m_selection(selection), m_scene(scene)
{
    setObjectName("graphView");
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    // One area to paint: a region of the hundreds of items of a drag costs more to join and to clip than it saves.
    setViewportUpdateMode(QGraphicsView::BoundingRectViewportUpdate);
    setOptimizationFlag(QGraphicsView::DontSavePainterState);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    const auto drop = [this] { // the graph changed under the mouse: by undo, by another panel
        if (!m_isCalling)
            m_interaction.reset();
        if (!m_isCalling)
            m_pending = nullptr;
    };
    connect(&document, &Document::graphChanged, this, drop);
    connect(&document, &Document::replaced, this, drop);
}

GraphView::~GraphView() { m_interaction.reset(); }

double GraphView::pixelSize() const { return 1 / transform().m11(); }

void GraphView::zoomBy(double factor, const QPoint& fixed)
{
    const double zoom = transform().m11();
    const double wanted = std::clamp(zoom * factor, leastZoom, mostZoom);
    const QPointF before = mapToScene(fixed);
    scale(wanted / zoom, wanted / zoom);
    const QPointF shift = mapFromScene(before) - fixed;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(shift.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(shift.y())));
    Q_EMIT viewportMoved();
}

void GraphView::showArea(const QRectF& area)
{
    if (area.isEmpty())
        return;
    constexpr double margin = 60;
    const QRectF wanted = area.adjusted(-margin, -margin, margin, margin);
    const double fitting = std::min(viewport()->width() / wanted.width(), viewport()->height() / wanted.height());
    const double zoom = std::clamp(fitting, leastZoom, 1.0);
    setTransform(QTransform::fromScale(zoom, zoom));
    centerOn(area.center());
    Q_EMIT viewportMoved();
}

QPointF GraphView::workPoint() const
{
    const QPoint mouse = viewport()->mapFromGlobal(QCursor::pos());
    return mapToScene(viewport()->rect().contains(mouse) ? mouse : viewport()->rect().center());
}

void GraphView::run(const std::function<void(Interaction&)>& call)
{
    m_isCalling = true;
    call(*m_interaction);
    m_isCalling = false;
    viewport()->update();
}

void GraphView::cancelInteraction()
{
    if (!m_interaction)
        return;
    run([](Interaction& interaction) { interaction.cancel(); });
    m_interaction.reset();
    viewport()->update();
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->pos();
    m_button = event->button();
    m_pending = nullptr;
    m_onClick = nullptr;
    cancelInteraction();
    const bool pans = event->button() == Qt::MiddleButton ||
                      (event->button() == Qt::LeftButton && event->modifiers() == Qt::AltModifier &&
                       !m_scene.nodeAt(mapToScene(event->pos())));
    if (pans) {
        m_isPanning = true;
        m_lastPan = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton)
        pressLeft(mapToScene(event->pos()), event->modifiers());
    else if (event->button() == Qt::RightButton && event->modifiers().testFlag(Qt::ControlModifier))
        m_pending = [this](const QPointF& start) { return std::make_unique<CutWires>(context(), start); };
    event->accept();
}

void GraphView::pressLeft(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    if (const PortAt port = m_scene.portAt(point, portReach * pixelSize())) {
        m_pending = [this, name = port.node->name(), key = port.port->name,
                     isInput = port.port->isInput](const QPointF&) -> std::unique_ptr<Interaction> {
            NodeItem* node = m_scene.node(name);
            const PortSpot* spot = node ? node->layout().find(key, isInput) : nullptr;
            return spot ? std::make_unique<DragWire>(context(), PortAt{node, spot}) : nullptr;
        };
        return;
    }
    if (NodeItem* node = m_scene.nodeAt(point)) {
        pressNode(*node, point, modifiers);
        return;
    }
    if (WireItem* wire = m_scene.wireAt(point, wireReach * pixelSize());
        wire && modifiers.testFlag(Qt::ControlModifier) && !wire->isBroken()) {
        reroute(wire->link(), point);
        m_pending = [this](const QPointF& start) { return std::make_unique<MoveNodes>(context(), start); };
        return;
    }
    m_pending = [this](const QPointF& start) { return std::make_unique<SelectArea>(context(), start); };
    if (!modifiers.testFlag(Qt::ShiftModifier) && !modifiers.testFlag(Qt::ControlModifier))
        m_onClick = [this] { m_selection.clear(); };
}

void GraphView::reroute(const Link& link, const QPointF& point)
{
    std::string name;
    m_document.edit(tr("Insert Reroute"), [&, link = link](Graph& graph) {
        name = insertReroute(graph, link, gridStep * std::round(point.x() / gridStep),
                             gridStep * std::round(point.y() / gridStep));
    });
    m_selection.set({name});
}

void GraphView::pressNode(NodeItem& node, const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    const std::string name = node.name();
    const QPointF local = point - node.pos();
    const NodeType* type = m_document.graph().typeOf(m_document.graph().node(name));
    if (node.layout().eye.contains(local) && type && !type->outputs.empty()) {
        const bool isShown = !m_document.graph().node(name).isShown;
        m_document.edit(isShown ? tr("Show Node") : tr("Hide Node"),
                        [&](Graph& graph) { graph.setShown(name, isShown); });
        return;
    }
    if (modifiers.testFlag(Qt::ShiftModifier) || modifiers.testFlag(Qt::ControlModifier)) {
        std::vector<std::string> names = m_selection.nodes();
        if (m_selection.contains(name))
            m_selection.set(without(names, name));
        else {
            names.push_back(name);
            m_selection.set(names, name);
        }
    } else if (!m_selection.contains(name))
        m_selection.set({name}, name);
    else { // it may be the start of a drag of all of them
        m_selection.set(m_selection.nodes(), name);
        m_onClick = [this, name] { m_selection.set({name}, name); };
    }
    if (node.sizeGrip().contains(local))
        m_pending = [this, name](const QPointF& start) -> std::unique_ptr<Interaction> {
            const NodeItem* item = m_scene.node(name);
            return item ? std::make_unique<ResizeBackdrop>(context(), *item, start) : nullptr;
        };
    else if (m_selection.contains(name))
        m_pending = [this](const QPointF& start) { return std::make_unique<MoveNodes>(context(), start); };
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isPanning) {
        const QPoint shift = event->pos() - m_lastPan;
        m_lastPan = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - shift.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - shift.y());
        Q_EMIT viewportMoved();
        return;
    }
    if (m_pending && (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance() / 2) {
        m_interaction = std::exchange(m_pending, nullptr)(mapToScene(m_pressed));
        m_onClick = nullptr;
    }
    if (m_interaction)
        run([&](Interaction& interaction) { interaction.move(mapToScene(event->pos()), event->modifiers()); });
    else if (event->buttons() == Qt::NoButton) {
        const QPointF point = mapToScene(event->pos());
        const bool isPort = bool(m_scene.portAt(point, portReach * pixelSize()));
        viewport()->setCursor(isPort ? Qt::CrossCursor : Qt::ArrowCursor);
        QGraphicsView::mouseMoveEvent(event); // tooltips
    }
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_isPanning) {
        m_isPanning = false;
        viewport()->unsetCursor();
        return;
    }
    if (m_interaction) {
        run([&](Interaction& interaction) { interaction.release(mapToScene(event->pos()), event->modifiers()); });
        m_interaction.reset();
        viewport()->update();
    } else if (m_onClick)
        std::exchange(m_onClick, nullptr)();
    else if (event->button() == Qt::RightButton && m_button == Qt::RightButton)
        Q_EMIT contextMenuWanted(mapToScene(event->pos()), event->globalPosition().toPoint());
    m_pending = nullptr;
    m_button = Qt::NoButton;
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF point = mapToScene(event->pos());
    if (NodeItem* node = m_scene.nodeAt(point))
        Q_EMIT renameWanted(node->name());
    else if (const WireItem* wire = m_scene.wireAt(point, wireReach * pixelSize()); wire && !wire->isBroken())
        reroute(wire->link(), point);
    else
        Q_EMIT anyNodeWanted(point);
}

void GraphView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    zoomBy(std::pow(1.2, steps), event->position().toPoint());
    event->accept();
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && (m_interaction || m_pending)) {
        cancelInteraction();
        m_pending = nullptr;
        m_onClick = nullptr;
        return;
    }
    event->ignore(); // no scrolling by keys: they are commands
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard)
        Q_EMIT contextMenuWanted(workPoint(), mapToGlobal(rect().center()));
    event->accept(); // by mouse it comes on release, so that Ctrl and a drag can cut
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    Q_EMIT viewportMoved();
}

void GraphView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    Q_EMIT viewportMoved();
}

void GraphView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_scene.showAgain();
}

void GraphView::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void GraphView::dragMoveEvent(QDragMoveEvent* event) { event->acceptProposedAction(); }

void GraphView::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    if (!files.isEmpty())
        Q_EMIT filesDropped(files, mapToScene(event->position().toPoint()));
    event->acceptProposedAction();
}

void GraphView::drawBackground(QPainter* painter, const QRectF& area)
{
    painter->fillRect(area, theme().canvas);
    constexpr double coarse = 10 * gridStep;
    if (coarse / pixelSize() < 16)
        return;
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(QPen(theme().canvasGrid, 0));
    QList<QLineF> lines;
    for (double x = coarse * std::floor(area.left() / coarse); x < area.right(); x += coarse)
        lines.append(QLineF(x, area.top(), x, area.bottom()));
    for (double y = coarse * std::floor(area.top() / coarse); y < area.bottom(); y += coarse)
        lines.append(QLineF(area.left(), y, area.right(), y));
    painter->drawLines(lines);
    painter->setRenderHint(QPainter::Antialiasing);
}

void GraphView::drawForeground(QPainter* painter, const QRectF&)
{
    if (m_interaction)
        m_interaction->paint(*painter, pixelSize());
    else if (m_scene.wires().empty() && m_scene.nodes().empty())
        paintHint(*painter);
}

/// What to do with an empty graph.
void GraphView::paintHint(QPainter& painter) const
{
    painter.save();
    painter.resetTransform();
    painter.setPen(theme().dimText);
    painter.setFont(font());
    painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("Tab adds a node"));
    painter.restore();
}

void GraphView::paintNote(QPainter& painter, const QPointF& point, const QString& note) const
{
    painter.save();
    painter.resetTransform();
    const QFontMetricsF metrics(font());
    const QSizeF size(metrics.horizontalAdvance(note) + 16, metrics.height() + 8);
    QRectF box(QPointF(mapFromScene(point)) + QPointF(14, 14), size);
    box.moveRight(std::min(box.right(), viewport()->width() - 4.0));
    box.moveBottom(std::min(box.bottom(), viewport()->height() - 4.0));
    painter.setBrush(theme().panel);
    painter.setPen(theme().error);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme().text);
    painter.setFont(font());
    painter.drawText(box, Qt::AlignCenter, note);
    painter.restore();
}

} // namespace sastrugi::studio
