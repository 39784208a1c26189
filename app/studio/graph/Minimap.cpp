#include "app/studio/graph/Minimap.h"

#include "app/studio/looks/Theme.h"

#include <QPainter>

namespace sastrugi::studio
{

namespace
{

constexpr int widthOfMap = 200, heightOfMap = 140, inset = 10, delayMilliseconds = 60;

} // namespace

Minimap::Minimap(GraphView& view, GraphScene& scene, Document& document)
    : QWidget(view.viewport()), m_view(view), m_scene(scene)
{
    setObjectName("minimap");
    setCursor(Qt::PointingHandCursor);
    resize(widthOfMap, heightOfMap);
    m_later.setSingleShot(true);
    m_later.setInterval(delayMilliseconds);
    connect(&m_later, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    const auto redraw = [this] {
        if (!m_later.isActive())
            m_later.start();
    };
    connect(&document, &Document::graphChanged, this, redraw);
    connect(&document, &Document::replaced, this, redraw);
    connect(&view, &GraphView::viewportMoved, this, redraw);
    connect(&view, &GraphView::viewportMoved, this, &Minimap::place); // and resized
}

void Minimap::place()
{
    const QWidget* viewport = m_view.viewport();
    move(viewport->width() - width() - inset, viewport->height() - height() - inset);
}

QTransform Minimap::fromScene() const
{
    const QRectF seen = m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
    const QRectF all = (m_scene.boundsOf({}) | seen).adjusted(-40, -40, 40, 40);
    const double zoom = std::min(width() / all.width(), height() / all.height());
    QTransform transform;
    transform.translate(0.5 * width(), 0.5 * height());
    transform.scale(zoom, zoom);
    transform.translate(-all.center().x(), -all.center().y());
    return transform;
}

void Minimap::panTo(const QPointF& point)
{
    m_view.centerOn(fromScene().inverted().map(point));
    update();
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor ground = theme().panel;
    ground.setAlpha(225);
    painter.fillRect(rect(), ground);
    painter.setPen(theme().border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const QTransform transform = fromScene();
    for (const NodeItem* item : m_scene.nodes()) {
        const QRectF body = transform.mapRect(item->layout().body.translated(item->pos()));
        painter.fillRect(QRectF(body.topLeft(), body.size().expandedTo(QSizeF(2, 2))), item->mapColour());
    }
    painter.setPen(QPen(theme().accent, 1));
    painter.drawRect(transform.mapRect(m_view.mapToScene(m_view.viewport()->rect()).boundingRect()));
}

} // namespace sastrugi::studio
