#include "app/cli/arguments.h"
#include "app/cli/infoOf.h"
#include "engine/core/Words.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/types/allNodes.h"

#include <nlohmann/json.hpp>

namespace sastrugi
{

using Json = nlohmann::ordered_json;

namespace
{

/// Values that differ from their defaults, as people read them.
Json valuesJson(const Graph& graph, const Node& node)
{
    Json values = Json::object();
    if (const NodeType* type = graph.typeOf(node))
        for (const ParameterEntry& entry : type->parameters.entries())
            if (const auto found = node.values.find(entry.info.key); found != node.values.end())
                values[std::string(entry.info.key)] = formatParameter(entry.info, found->second);
    for (const RawMember& raw : node.rawParameters)
        values[raw.key] = raw.json;
    return values;
}

} // namespace

Info infoOfScene(const std::filesystem::path& file)
{
    const SceneDocument document = loadDocument(file, allNodes());
    const Graph& graph = document.graph;
    Json json = {{"kind", "scene"},        {"file", utf8Of(document.file)}, {"version", document.version},
                 {"nodes", Json::array()}, {"links", Json::array()},        {"problems", Json::array()}};
    std::string text = fmt::format("scene of format {}: {}, {}\n", document.version,
                                   counted(graph.nodes().size(), "node"), counted(graph.links().size(), "link"));
    for (const std::string& name : graph.order()) {
        const Node& node = graph.node(name);
        const Json values = valuesJson(graph, node);
        json["nodes"].push_back({{"name", node.name}, {"type", node.type}, {"parameters", values}});
        text += fmt::format("  {} ({})\n", node.name, node.type);
        for (const auto& [key, value] : values.items())
            text += fmt::format("    {} = {}\n", key, value.get<std::string>());
    }
    for (const Link& link : graph.links()) {
        json["links"].push_back({{"from", {link.fromNode, link.fromPort}}, {"to", {link.toNode, link.toPort}}});
        text += fmt::format("  {}\n", describe(link));
    }
    for (const Problem& problem : findProblems(document)) {
        json["problems"].push_back(problem.text);
        text += fmt::format("problem: {}\n", problem.text);
    }
    return {text, json.dump(2)};
}

} // namespace sastrugi
