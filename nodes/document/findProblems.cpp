#include "nodes/document/JsonText.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/document/ValueJson.h"

namespace sastrugi
{

namespace
{

void addRawParameters(const Graph& graph, const Node& node, const NodeType& type, std::vector<Problem>& problems)
{
    for (const RawMember& raw : node.rawParameters) {
        std::string reason = type.parameters.unknownSentence(raw.key);
        if (const ParameterEntry* entry = type.parameters.find(raw.key)) {
            try {
                parameterFromJson(entry->info, parseJson(raw.json, "value"));
                continue; // cannot be: it would have been read
            } catch (const Error& error) {
                reason = error.what();
            }
        }
        problems.push_back({node.name, raw.key, fmt::format("{}: {}", graph.label(node), reason)});
    }
}

void addNode(const Graph& graph, const Node& node, std::vector<Problem>& problems)
{
    const NodeType* type = graph.typeOf(node);
    if (!type) {
        problems.push_back(
            {node.name, "", fmt::format("node '{}': {}", node.name, graph.types().unknownSentence(node.type))});
        return;
    }
    addRawParameters(graph, node, *type, problems);
    for (const RawMember& raw : node.rawMembers)
        problems.push_back({node.name, "", fmt::format("{}: unknown member '{}'", graph.label(node), raw.key)});
    try {
        type->check(node.values);
    } catch (const Error& error) {
        problems.push_back({node.name, "", fmt::format("{}: {}", graph.label(node), error.what())});
    }
}

} // namespace

std::vector<Problem> findProblems(const SceneDocument& document)
{
    std::vector<Problem> problems;
    if (document.isNewer())
        problems.push_back({"", "",
                            fmt::format("the scene was written by a newer Sastrugi: its format is version {}, this "
                                        "program knows {}",
                                        document.version, SceneDocument::currentVersion)});
    for (const RawMember& raw : document.rawMembers)
        problems.push_back({"", "", fmt::format("the scene has an unknown member '{}'", raw.key)});
    for (const Node& node : document.graph.nodes())
        addNode(document.graph, node, problems);
    for (const Link& link : document.graph.brokenLinks())
        problems.push_back({link.toNode, "", fmt::format("link {}: {}", describe(link), document.graph.whyNot(link))});
    return problems;
}

void requireNoProblems(const SceneDocument& document, std::string_view name)
{
    std::string sentences;
    for (const Problem& problem : findProblems(document))
        sentences += (sentences.empty() ? "" : "\n") + problem.text;
    if (sentences.empty())
        return;
    if (name.empty() && document.file.empty())
        throw Error(ErrorKind::Scene, sentences);
    fail(ErrorKind::Scene, "{}: {}", name.empty() ? document.file.string() : name, sentences);
}

} // namespace sastrugi
