#include "app/studio/graph/CutWires.h"

#include "app/studio/graph/localised.h"
#include "app/studio/looks/Theme.h"

namespace sastrugi::studio
{

namespace
{

bool crosses(const QPainterPath& path, const QLineF& cut)
{
    const QList<QPolygonF> pieces = path.toSubpathPolygons();
    for (const QPolygonF& piece : pieces)
        for (qsizetype i = 1; i < piece.size(); ++i)
            if (QLineF(piece[i - 1], piece[i]).intersects(cut, nullptr) == QLineF::BoundedIntersection)
                return true;
    return false;
}

} // namespace

CutWires::CutWires(const GraphContext& context, const QPointF& start) : m_context(context) { m_line << start; }

CutWires::~CutWires()
{
    for (const Link& link : m_cut)
        if (WireItem* wire = m_context.scene.wire(link))
            wire->setCut(false);
}

void CutWires::move(const QPointF& point, Qt::KeyboardModifiers)
{
    const QLineF cut(m_line.back(), point);
    m_line << point;
    const QRectF area = QRectF(cut.p1(), cut.p2()).normalized().adjusted(-1, -1, 1, 1);
    for (const auto& [link, wire] : m_context.scene.wires())
        if (wire->boundingRect().intersects(area) && crosses(wire->path(), cut)) {
            m_cut.insert(link);
            wire->setCut(true);
        }
}

void CutWires::release(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    move(point, modifiers);
    const std::set<Link> cut = m_cut;
    m_context.document.edit(cut.size() == 1 ? localised("Cut Wire") : localised("Cut %1 Wires").arg(cut.size()),
                            [&](Graph& graph) {
                                for (const Link& link : cut)
                                    graph.disconnect(link);
                            });
}

void CutWires::paint(QPainter& painter, double pixel) const
{
    painter.setPen(QPen(theme().wireCut, 1.5 * pixel, Qt::DashLine));
    painter.drawPolyline(m_line);
}

} // namespace sastrugi::studio
