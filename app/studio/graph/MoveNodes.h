// Dragging nodes: those that are selected and what lies on backdrops among them. A node that is let go over a wire is
// spliced into it.
#pragma once

#include "app/studio/graph/Interaction.h"

namespace sastrugi::studio
{

/// Positions are multiples of this, unless Alt is held.
constexpr double gridStep = 10;

class MoveNodes : public Interaction
{
public:
    MoveNodes(const GraphContext& context, const QPointF& start);
    ~MoveNodes() override;

    void move(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

private:
    struct Moved {
        std::string name;
        QPointF from;
    };
    void collect();
    void findWire();
    void highlight(WireItem* wire);

    GraphContext m_context;
    QPointF m_start;
    Gesture m_gesture;
    std::vector<Moved> m_nodes;
    std::optional<Link> m_link; // what the node would be spliced into
};

} // namespace sastrugi::studio
