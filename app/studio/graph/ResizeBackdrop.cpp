#include "app/studio/graph/ResizeBackdrop.h"

#include "app/studio/graph/MoveNodes.h"
#include "app/studio/graph/localised.h"

#include <cmath>

namespace sastrugi::studio
{

ResizeBackdrop::ResizeBackdrop(const GraphContext& context, const NodeItem& backdrop, const QPointF& start)
    : m_context(context), m_name(backdrop.name()), m_start(start), m_size(backdrop.layout().body.size()),
      m_gesture(context.document.newGesture())
{
}

void ResizeBackdrop::move(const QPointF& point, Qt::KeyboardModifiers)
{
    constexpr double least = 80;
    const auto snapped = [&](double size) { return std::max(least, gridStep * std::round(size / gridStep)); };
    const QPointF shift = point - m_start;
    m_context.document.edit(
        localised("Resize Backdrop"),
        [&](Graph& graph) {
            graph.setValue(m_name, "width", snapped(m_size.width() + shift.x()));
            graph.setValue(m_name, "height", snapped(m_size.height() + shift.y()));
        },
        m_gesture);
}

} // namespace sastrugi::studio
