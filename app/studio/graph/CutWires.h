// Cutting wires: all that a drawn line crosses.
#pragma once

#include "app/studio/graph/Interaction.h"

#include <QPolygonF>

namespace sastrugi::studio
{

class CutWires : public Interaction
{
public:
    CutWires(const GraphContext& context, const QPointF& start);
    ~CutWires() override;

    void move(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void cancel() override {}
    void paint(QPainter& painter, double pixel) const override;

private:
    GraphContext m_context;
    QPolygonF m_line;
    std::set<Link> m_cut;
};

} // namespace sastrugi::studio
