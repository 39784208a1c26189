#include "app/studio/graph/SelectArea.h"

#include "app/studio/looks/Theme.h"

#include <algorithm>

namespace sastrugi::studio
{

SelectArea::SelectArea(const GraphContext& context, const QPointF& start)
    : m_context(context), m_before(context.selection.nodes()), m_activeBefore(context.selection.active()),
      m_start(start), m_end(start)
{
}

void SelectArea::move(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    m_end = point;
    std::vector<std::string> names = m_context.scene.nodesIn(QRectF(m_start, m_end).normalized());
    if (modifiers.testFlag(Qt::ControlModifier)) {
        std::vector<std::string> rest;
        std::copy_if(m_before.begin(), m_before.end(), std::back_inserter(rest), [&](const std::string& name) {
            return std::find(names.begin(), names.end(), name) == names.end();
        });
        names = std::move(rest);
    } else if (modifiers.testFlag(Qt::ShiftModifier))
        names.insert(names.end(), m_before.begin(), m_before.end());
    m_context.selection.set(std::move(names));
}

void SelectArea::release(const QPointF& point, Qt::KeyboardModifiers modifiers) { move(point, modifiers); }

void SelectArea::cancel() { m_context.selection.set(m_before, m_activeBefore); }

void SelectArea::paint(QPainter& painter, double pixel) const
{
    QColor fill = theme().accent;
    fill.setAlpha(40);
    painter.setBrush(fill);
    painter.setPen(QPen(theme().accent, pixel));
    painter.drawRect(QRectF(m_start, m_end).normalized());
}

} // namespace sastrugi::studio
