// Columns by the longest path (Sugiyama et al. 1981, layers), order within a column by the mean row of the neighbours.
#include "nodes/graph/arrangeNodes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sastrugi
{

namespace
{

constexpr double columnGap = 70, rowGap = 30;
constexpr int sweeps = 8;

struct Placed {
    std::string name;
    std::size_t column = 0;
    double row = 0; // position in its column, to sort by
    std::vector<std::size_t> before, after;
};

std::vector<Placed> placedNodes(const Graph& graph, const std::vector<std::string>& names)
{
    std::vector<Placed> nodes;
    std::map<std::string, std::size_t> index;
    for (const std::string& name : graph.order())
        if (std::find(names.begin(), names.end(), name) != names.end()) {
            index.emplace(name, nodes.size());
            nodes.push_back({name, 0, 0, {}, {}});
        }
    for (const Link& link : graph.links()) {
        const auto from = index.find(link.fromNode), to = index.find(link.toNode);
        if (from == index.end() || to == index.end())
            continue;
        nodes[to->second].before.push_back(from->second);
        nodes[from->second].after.push_back(to->second);
    }
    // Longest path from the results back: a node stands directly before what uses it.
    std::vector<std::size_t> distance(nodes.size(), 0);
    std::size_t farthest = 0;
    for (std::size_t i = nodes.size(); i-- > 0;)
        for (const std::size_t next : nodes[i].after) {
            distance[i] = std::max(distance[i], distance[next] + 1);
            farthest = std::max(farthest, distance[i]);
        }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].column = farthest - distance[i];
    return nodes;
}

/// Sorts each column by the mean row of what its nodes are linked to, back and forth.
std::vector<std::vector<std::size_t>> sortedColumns(std::vector<Placed>& nodes)
{
    std::vector<std::vector<std::size_t>> columns;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        columns.resize(std::max(columns.size(), nodes[i].column + 1));
        columns[nodes[i].column].push_back(i);
    }
    const auto number = [&](std::vector<std::size_t>& column) {
        for (std::size_t row = 0; row < column.size(); ++row)
            nodes[column[row]].row = static_cast<double>(row) - 0.5 * static_cast<double>(column.size());
    };
    for (std::vector<std::size_t>& column : columns)
        number(column);
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t c = 0; c < columns.size(); ++c) {
            std::vector<std::size_t>& column = columns[sweep % 2 == 0 ? c : columns.size() - 1 - c];
            std::map<std::size_t, double> mean;
            for (const std::size_t i : column) {
                double sum = 0, count = 0;
                for (const std::vector<std::size_t>* side : {&nodes[i].before, &nodes[i].after})
                    for (const std::size_t other : *side) {
                        sum += nodes[other].row;
                        ++count;
                    }
                mean[i] = count > 0 ? sum / count : nodes[i].row;
            }
            std::stable_sort(column.begin(), column.end(),
                             [&](std::size_t a, std::size_t b) { return mean[a] < mean[b]; });
            number(column);
        }
    return columns;
}

} // namespace

void arrangeNodes(Graph& graph, const std::vector<std::string>& names,
                  const std::function<NodeSize(const std::string&)>& sizeOf)
{
    std::vector<Placed> nodes = placedNodes(graph, names);
    if (nodes.empty())
        return;
    double left = graph.node(nodes.front().name).x, top = graph.node(nodes.front().name).y;
    for (const Placed& node : nodes) {
        left = std::min(left, graph.node(node.name).x);
        top = std::min(top, graph.node(node.name).y);
    }
    const std::vector<std::vector<std::size_t>> columns = sortedColumns(nodes);
    std::vector<double> heights;
    double tallest = 0;
    for (const std::vector<std::size_t>& column : columns) {
        double height = -rowGap;
        for (const std::size_t i : column)
            height += sizeOf(nodes[i].name).height + rowGap;
        heights.push_back(height);
        tallest = std::max(tallest, height);
    }
    double x = left;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        double y = top + 0.5 * (tallest - heights[c]), width = 0;
        for (const std::size_t i : columns[c]) {
            const NodeSize size = sizeOf(nodes[i].name);
            graph.move(nodes[i].name, x, std::round(y));
            y += size.height + rowGap;
            width = std::max(width, size.width);
        }
        x += width + columnGap;
    }
}

} // namespace sastrugi
