// The whole graph, small, in a corner of its view. Dragging in it pans.
#pragma once

#include "app/studio/graph/GraphView.h"

#include <QMouseEvent>
#include <QTimer>

namespace sastrugi::studio
{

class Minimap : public QWidget
{
    Q_OBJECT

public:
    Minimap(GraphView& view, GraphScene& scene, Document& document);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { panTo(event->position()); }
    void mouseMoveEvent(QMouseEvent* event) override { panTo(event->position()); }
    void showEvent(QShowEvent*) override { place(); }

private:
    QTransform fromScene() const;
    void panTo(const QPointF& point);
    void place();

    GraphView& m_view;
    GraphScene& m_scene;
    QTimer m_later; // changes are drawn some time after, together
};

} // namespace sastrugi::studio
