// Random edits of a graph, for tests of what must hold after any of them.
#pragma once

#include "nodes/document/Fragment.h"
#include "nodes/graph/GraphEdits.h"
#include "tests/nodes/sampleGraph.h"

#include <functional>
#include <random>

namespace sastrugi::test
{

/// A random number below its argument.
using Pick = std::function<std::size_t(std::size_t)>;

namespace edits
{

inline const Node& anyNode(const Graph& graph, const Pick& pick) { return graph.nodes()[pick(graph.nodes().size())]; }

inline void connectAny(Graph& graph, const Pick& pick, bool replaces)
{
    const Node &from = anyNode(graph, pick), &to = anyNode(graph, pick);
    const std::vector<Port>&outputs = graph.typeOf(from)->outputs, &inputs = graph.typeOf(to)->inputs;
    if (outputs.empty() || inputs.empty())
        return;
    const Link link{from.name, outputs[pick(outputs.size())].name, to.name, inputs[pick(inputs.size())].name};
    replaces ? connectReplacing(graph, link) : graph.connect(link);
}

inline void setAny(Graph& graph, const Pick& pick)
{
    const Node& node = anyNode(graph, pick);
    const auto& entries = graph.typeOf(node)->parameters.entries();
    if (entries.empty())
        return;
    const ParameterEntry& entry = entries[pick(entries.size())];
    if (pick(4) == 0)
        graph.resetValue(node.name, entry.info.key);
    else
        graph.setValue(node.name, entry.info.key, otherValue(entry, static_cast<int>(pick(5))));
}

inline void pasteAny(Graph& graph, const Pick& pick)
{
    const std::string text = writeFragment(graph, {anyNode(graph, pick).name, anyNode(graph, pick).name});
    pasteFragment(graph, text, {.x = 10, .y = 10, .keepsInputs = pick(2) == 0});
}

} // namespace edits

/// One edit, all kinds in turn. Throws Error(Scene) for those that the graph refuses.
inline void randomEdit(Graph& graph, const Pick& pick)
{
    const auto any = [&] { return edits::anyNode(graph, pick).name; };
    const auto place = [&] { return 10.0 * static_cast<double>(pick(100)); };
    switch (pick(13)) {
    case 0:
    case 1: graph.add(allNodes().types()[pick(allNodes().types().size())].name); break;
    case 2: edits::connectAny(graph, pick, false); break;
    case 3: edits::connectAny(graph, pick, true); break;
    case 4: edits::setAny(graph, pick); break;
    case 5: graph.remove(any()); break;
    case 6: graph.rename(any(), fmt::format("n{}", pick(30))); break;
    case 7:
        if (!graph.links().empty())
            graph.disconnect(graph.links()[pick(graph.links().size())]);
        break;
    case 8: graph.move(any(), place(), place()); break;
    case 9: graph.setBypassed(any(), pick(2) == 0); break;
    case 10: graph.setShown(any(), pick(2) == 0); break;
    case 11: edits::pasteAny(graph, pick); break;
    case 12:
        if (!graph.links().empty()) {
            const Link link = graph.links()[pick(graph.links().size())];
            if (pick(2) == 0)
                insertReroute(graph, link, place(), place());
            else
                dissolveNodes(graph, {link.fromNode});
        }
        break;
    }
}

} // namespace sastrugi::test
