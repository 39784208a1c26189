// Dragging a wire from a port: to another port, or into empty space, where the nodes that fit are offered.
#pragma once

#include "app/studio/graph/Interaction.h"

namespace sastrugi::studio
{

class DragWire : public Interaction
{
public:
    /// From the port that was grabbed. The wire that holds an input for one is taken up at its end.
    DragWire(const GraphContext& context, const PortAt& grabbed);
    ~DragWire() override;

    void move(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& point, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter& painter, double pixel) const override;

private:
    Link linkTo(const std::string& node, const std::string& port) const;
    void dimWhatDoesNotFit();
    bool mayFit(const NodeItem& item, const PortSpot& port) const;

    GraphContext m_context;
    std::string m_node, m_port;  // where the wire is fastened
    bool m_isFromOutput = true;  // and which kind of port that is
    std::optional<Link> m_taken; // the link that was taken up
    std::optional<PortType> m_type;
    std::set<std::string> m_forbidden; // nodes that would close a cycle
    QPointF m_from, m_end;
    PortAt m_target;
    QString m_reason; // why the port under the mouse is refused
};

} // namespace sastrugi::studio
