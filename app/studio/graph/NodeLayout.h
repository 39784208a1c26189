// Where the parts of a drawn node lie, in its own coordinates: the origin is the node's position, its upper left
// corner.
#pragma once

#include "app/studio/looks/toQString.h"

#include "nodes/graph/Graph.h"

#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace sastrugi::studio
{

/// One port as it is drawn. Nodes of unknown types have the ports that links name.
struct PortSpot {
    std::string name;
    QString label;
    bool isInput = true;
    bool isOpen = false; // a required input without a link
    std::optional<PortType> type;
    QPointF centre;
};

struct NodeLayout {
    QRectF body;   // all of it
    QRectF title;  // its coloured bar
    QRectF eye;    // shows or hides what it gives
    QRectF badge;  // errors and warnings
    QRectF figure; // the line below the ports
    std::vector<PortSpot> ports;

    const PortSpot* find(std::string_view port, bool isInput) const;
};

namespace nodeSizes
{
constexpr double leastWidth = 150, titleHeight = 26, rowHeight = 20, figureHeight = 18, padding = 8, portRadius = 5,
                 corner = 6, rerouteRadius = 7;
}

enum class NodeShape { Box, Reroute, Backdrop };
NodeShape shapeOf(const Node& node);

NodeLayout layoutOf(const Graph& graph, const Node& node, const QFontMetricsF& metrics, bool hasFigures);

} // namespace sastrugi::studio
