// One thing that the mouse does while a button is held: moving nodes, dragging a wire, cutting, selecting.
//
// The view makes one when a button goes down, tells it of the mouse, and forgets it on release or Escape.
#pragma once

#include "app/studio/graph/GraphScene.h"

#include <QPainter>

namespace sastrugi::studio
{

class GraphView;

/// What interactions work on.
struct GraphContext {
    Document& document;
    Selection& selection;
    GraphScene& scene;
    GraphView& view;
};

class Interaction
{
public:
    virtual ~Interaction() = default;
    /// All points are in scene coordinates.
    virtual void move(const QPointF& point, Qt::KeyboardModifiers modifiers) = 0;
    virtual void release(const QPointF& point, Qt::KeyboardModifiers modifiers) = 0;
    /// Leaves all as it was before.
    virtual void cancel() = 0;
    /// Drawn over the scene. `pixel` is the size of a pixel of the window.
    virtual void paint(QPainter&, double /*pixel*/) const {}
};

} // namespace sastrugi::studio
