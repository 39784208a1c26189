#include "app/studio/graph/NodeLayout.h"

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

using namespace nodeSizes;

/// "boundaries" -> "boundaries", "restDensity" -> "rest density"
QString labelOf(const std::string& name)
{
    QString label;
    for (const QChar c : toQString(name))
        if (c.isUpper())
            label += QString(" ") + c.toLower();
        else
            label += c;
    return label;
}

std::vector<PortSpot> portsOf(const Graph& graph, const Node& node, bool areInputs)
{
    std::vector<PortSpot> spots;
    const auto add = [&](const std::string& name, std::optional<PortType> type, bool isOpen) {
        spots.push_back({name, labelOf(name), areInputs, isOpen, type, {}});
    };
    if (const NodeType* type = graph.typeOf(node))
        for (const Port& port : areInputs ? type->inputs : type->outputs)
            add(port.name,
                areInputs ? graph.typeOfInput(node.name, port.name) : graph.typeOfOutput(node.name, port.name),
                areInputs && port.isRequired() && graph.linksInto(node.name, port.name).empty());
    for (const SharedList<Link>* links : {&graph.links(), &graph.brokenLinks()})
        for (const Link& link : *links) {
            const std::string& end = areInputs ? link.toNode : link.fromNode;
            const std::string& port = areInputs ? link.toPort : link.fromPort;
            if (end == node.name &&
                std::none_of(spots.begin(), spots.end(), [&](const PortSpot& spot) { return spot.name == port; }))
                add(port, {}, false);
        }
    return spots;
}

NodeLayout rerouteLayout(const Graph& graph, const Node& node)
{
    NodeLayout layout;
    const double r = rerouteRadius;
    layout.body = layout.title = {-r, -r, 2 * r, 2 * r};
    for (const bool areInputs : {true, false})
        for (PortSpot spot : portsOf(graph, node, areInputs))
            layout.ports.push_back(std::move(spot));
    return layout;
}

NodeLayout backdropLayout(const Graph& graph, const Node& node)
{
    NodeLayout layout;
    const auto number = [&](std::string_view key) { return std::get<double>(graph.value(node.name, key)); };
    layout.body = {0, 0, number("width"), number("height")};
    layout.title = {0, 0, layout.body.width(), titleHeight};
    return layout;
}

} // namespace

const PortSpot* NodeLayout::find(std::string_view port, bool isInput) const
{
    for (const PortSpot& spot : ports)
        if (spot.isInput == isInput && spot.name == port)
            return &spot;
    return nullptr;
}

NodeShape shapeOf(const Node& node)
{
    return node.type == "layout.reroute"    ? NodeShape::Reroute
           : node.type == "layout.backdrop" ? NodeShape::Backdrop
                                            : NodeShape::Box;
}

NodeLayout layoutOf(const Graph& graph, const Node& node, const QFontMetricsF& metrics, bool hasFigures)
{
    switch (shapeOf(node)) {
    case NodeShape::Reroute: return rerouteLayout(graph, node);
    case NodeShape::Backdrop: return backdropLayout(graph, node);
    case NodeShape::Box: break;
    }
    std::vector<PortSpot> inputs = portsOf(graph, node, true), outputs = portsOf(graph, node, false);
    // Icon, name, badge and eye share the title.
    double width =
        std::max(leastWidth, metrics.horizontalAdvance(toQString(node.name)) + 3 * titleHeight + 2 * padding);
    const std::size_t rows = std::max(inputs.size(), outputs.size());
    for (std::size_t i = 0; i < rows; ++i)
        width =
            std::max(width, (i < inputs.size() ? metrics.horizontalAdvance(inputs[i].label) : 0) +
                                (i < outputs.size() ? metrics.horizontalAdvance(outputs[i].label) : 0) + 5 * padding);
    width = 10 * std::ceil(width / 10);
    NodeLayout layout;
    const double portsEnd = titleHeight + 4 + static_cast<double>(rows) * rowHeight;
    layout.body = {0, 0, width, portsEnd + 4 + (hasFigures ? figureHeight : 0)};
    layout.title = {0, 0, width, titleHeight};
    layout.eye = {width - titleHeight, 0, titleHeight, titleHeight};
    layout.badge = {width - 2 * titleHeight, 0, titleHeight, titleHeight};
    layout.figure = {padding, portsEnd + 1, width - 2 * padding, figureHeight};
    for (std::vector<PortSpot>* spots : {&inputs, &outputs})
        for (std::size_t i = 0; i < spots->size(); ++i) {
            PortSpot& spot = (*spots)[i];
            spot.centre = {spot.isInput ? 0 : width, titleHeight + 4 + (static_cast<double>(i) + 0.5) * rowHeight};
            layout.ports.push_back(std::move(spot));
        }
    return layout;
}

} // namespace sastrugi::studio
