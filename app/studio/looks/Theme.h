// The colours of the window, dark and light, by what they mean. No other file names a colour.
#pragma once

#include "nodes/graph/NodeType.h"

#include <QColor>

namespace sastrugi::studio
{

enum class ThemeKind { Dark, Light };

struct Theme {
    ThemeKind kind = ThemeKind::Dark;
    QColor window, panel, field, border;          // backgrounds, from back to front, and lines between them
    QColor button, hover, pressed;                // what can be pressed, below the mouse, and while it is pressed
    QColor text, dimText, accent, accentText;     // words; what is chosen, and words on it
    QColor disabledText, focus;                   // words of what cannot be used now; the ring around what has the keys
    QColor canvas, canvasGrid;                    // behind the graph
    QColor viewLow, viewHigh, viewGrid, viewMesh; // behind the scene, its lower and upper edge, grid, meshes
    QColor axisX, axisY, axisZ;
    QColor node, nodeBorder, nodeShadow, wireCut;
    QColor fresh, stale, running, warning, error; // words and marks on window, panel and field; marks on node
};

/// The one that is in use.
const Theme& theme();
/// Sets palette and style sheet of the application. Widgets are told by QEvent::PaletteChange.
void useTheme(ThemeKind kind);

/// Of wires and ports.
QColor colourOf(PortType type);
/// Of a node's title: by its category. Theme::text is readable on it.
QColor colourOf(const NodeType& type);

} // namespace sastrugi::studio
