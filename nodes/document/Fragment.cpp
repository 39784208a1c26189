#include "nodes/document/Fragment.h"

#include "nodes/document/SceneDocument.h"

#include <algorithm>
#include <map>

namespace sastrugi
{

std::string writeFragment(const Graph& graph, const std::vector<std::string>& names)
{
    const auto isMeant = [&](const std::string& name) {
        return name != Graph::sceneNode && std::find(names.begin(), names.end(), name) != names.end();
    };
    SceneDocument fragment(graph.types());
    for (const Node& node : graph.nodes())
        if (isMeant(node.name))
            fragment.graph.insert(node);
    for (const SharedList<Link>* links : {&graph.links(), &graph.brokenLinks()})
        for (const Link& link : *links) {
            if (!isMeant(link.toNode))
                continue;
            if (fragment.graph.whyNot(link).empty())
                fragment.graph.connect(link);
            else
                fragment.graph.keepBroken(link);
        }
    return writeDocument(fragment);
}

std::vector<std::string> pasteFragment(Graph& graph, std::string_view text, const PasteOptions& options)
{
    const SceneDocument fragment = readDocument(text, {}, graph.types());
    Graph pasted = graph;
    std::map<std::string, std::string> newNames;
    std::vector<std::string> names;
    for (Node node : fragment.graph.nodes()) {
        if (node.name == Graph::sceneNode)
            continue;
        const std::string name = pasted.freeName(node.name);
        newNames.emplace(node.name, name);
        names.push_back(name);
        node.name = name;
        node.x += options.x;
        node.y += options.y;
        pasted.insert(std::move(node));
    }
    const auto renamed = [&](Link link) {
        for (std::string* end : {&link.fromNode, &link.toNode})
            if (const auto found = newNames.find(*end); found != newNames.end())
                *end = found->second;
        return link;
    };
    for (const Link& link : fragment.graph.links())
        pasted.connect(renamed(link));
    for (const Link& link : fragment.graph.brokenLinks()) {
        const bool isInside = newNames.contains(link.fromNode);
        const Link wish = renamed(link);
        if (isInside)
            pasted.keepBroken(wish);
        else if (options.keepsInputs && pasted.whyNot(wish).empty())
            pasted.connect(wish);
    }
    graph = std::move(pasted);
    return names;
}

FragmentCorner fragmentCorner(std::string_view text, const NodeRegistry& types)
{
    const SceneDocument fragment = readDocument(text, {}, types);
    bool isFirst = true;
    FragmentCorner corner;
    for (const Node& node : fragment.graph.nodes()) {
        if (node.name == Graph::sceneNode)
            continue;
        corner.x = isFirst ? node.x : std::min(corner.x, node.x);
        corner.y = isFirst ? node.y : std::min(corner.y, node.y);
        isFirst = false;
    }
    return corner;
}

} // namespace sastrugi
