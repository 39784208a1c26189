// Selecting with a rectangle. With Shift it adds to what is selected, with Ctrl it takes away.
#pragma once

#include "app/studio/graph/Interaction.h"

namespace sastrugi::studio
{

class SelectArea : public Interaction
{
public:
    SelectArea(const GraphContext& context, const QPointF& start);

    void move(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter& painter, double pixel) const override;

private:
    GraphContext m_context;
    std::vector<std::string> m_before;
    std::string m_activeBefore;
    QPointF m_start, m_end;
};

} // namespace sastrugi::studio
