// Dragging the corner of a backdrop.
#pragma once

#include "app/studio/graph/Interaction.h"

namespace sastrugi::studio
{

class ResizeBackdrop : public Interaction
{
public:
    ResizeBackdrop(const GraphContext& context, const NodeItem& backdrop, const QPointF& start);

    void move(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& point, Qt::KeyboardModifiers modifiers) override { move(point, modifiers); }
    void cancel() override { m_context.document.cancel(m_gesture); }

private:
    GraphContext m_context;
    std::string m_name;
    QPointF m_start;
    QSizeF m_size;
    Gesture m_gesture;
};

} // namespace sastrugi::studio
