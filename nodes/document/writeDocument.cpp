#include "engine/core/File.h"
#include "nodes/document/JsonText.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/document/ValueJson.h"

namespace sastrugi
{

namespace
{

namespace fs = std::filesystem;

/// Members of an object, one a line, joined with commas.
std::string joined(const std::vector<std::string>& members, std::string_view indent)
{
    return fmt::format("{}{}", indent, fmt::join(members, fmt::format(",\n{}", indent)));
}

std::string member(std::string_view key, std::string_view json) { return fmt::format("{}: {}", quotedJson(key), json); }

void addRaw(std::vector<std::string>& members, const std::vector<RawMember>& raw)
{
    for (const RawMember& unknown : raw)
        members.push_back(member(unknown.key, unknown.json));
}

std::string parametersText(const Graph& graph, const Node& node)
{
    std::vector<std::string> members;
    if (const NodeType* type = graph.typeOf(node))
        for (const ParameterEntry& entry : type->parameters.entries())
            if (const auto found = node.values.find(entry.info.key); found != node.values.end())
                members.push_back(member(entry.info.key, parameterToJson(found->second)));
    addRaw(members, node.rawParameters);
    return members.empty() ? "" : fmt::format("{{\n{}\n      }}", joined(members, "        "));
}

std::string nodeText(const Graph& graph, const Node& node)
{
    std::vector<std::string> members = {member("name", quotedJson(node.name)), member("type", quotedJson(node.type))};
    if (node.x != 0 || node.y != 0)
        members.push_back(member("position", fmt::format("[{}, {}]", node.x, node.y)));
    if (node.isBypassed)
        members.push_back(member("bypassed", "true"));
    if (node.isShown)
        members.push_back(member("shown", "true"));
    if (const std::string parameters = parametersText(graph, node); !parameters.empty())
        members.push_back(member("parameters", parameters));
    addRaw(members, node.rawMembers);
    return fmt::format("    {{\n{}\n    }}", joined(members, "      "));
}

std::string linkText(const Link& link)
{
    return fmt::format("    {{\"from\": [{}, {}], \"to\": [{}, {}]}}", quotedJson(link.fromNode),
                       quotedJson(link.fromPort), quotedJson(link.toNode), quotedJson(link.toPort));
}

std::string listText(const std::vector<std::string>& entries)
{
    return entries.empty() ? "[]" : fmt::format("[\n{}\n  ]", fmt::join(entries, ",\n"));
}

/// A file that was named relative to one directory, named from another.
FilePath rebased(const FilePath& path, const fs::path& from, const fs::path& to)
{
    const fs::path named(std::u8string(path.text.begin(), path.text.end()));
    if (path.text.empty() || named.is_absolute() || from.empty())
        return path;
    const fs::path target = (from / named).lexically_normal();
    const fs::path relative = target.lexically_relative(to);
    const std::u8string text = (relative.empty() ? target : relative).generic_u8string();
    return {std::string(text.begin(), text.end())};
}

void rebasePaths(Graph& graph, const fs::path& from, const fs::path& to)
{
    for (const Node& node : graph.nodes()) {
        const ParameterValues values = node.values;
        for (const auto& [key, value] : values)
            if (const auto* path = std::get_if<FilePath>(&value))
                graph.setValue(node.name, key, rebased(*path, from, to));
    }
}

} // namespace

std::string writeDocument(const SceneDocument& document)
{
    std::vector<std::string> nodes, links;
    for (const Node& node : document.graph.nodes())
        nodes.push_back(nodeText(document.graph, node));
    for (const Link& link : document.graph.links())
        links.push_back(linkText(link));
    for (const Link& link : document.graph.brokenLinks())
        links.push_back(linkText(link));
    std::vector<std::string> members = {member("format", "\"sastrugi\""),
                                        member("version", fmt::format("{}", SceneDocument::currentVersion)),
                                        member("nodes", listText(nodes)), member("links", listText(links))};
    if (!document.views.empty())
        members.push_back(member("views", document.views));
    addRaw(members, document.rawMembers);
    return fmt::format("{{\n{}\n}}\n", joined(members, "  "));
}

SceneDocument movedTo(SceneDocument document, const fs::path& file)
{
    const fs::path target = fs::absolute(file).lexically_normal();
    const fs::path from = document.file.empty() ? fs::current_path() : document.directory();
    if (from != target.parent_path())
        rebasePaths(document.graph, from, target.parent_path());
    document.file = target;
    return document;
}

void saveDocument(SceneDocument& document, const fs::path& file)
{
    FileLayer files;
    saveDocument(document, file, files);
}

void saveDocument(SceneDocument& document, const fs::path& file, FileLayer& files)
{
    // Through symbolic links, so that the backup stands beside the file that is replaced.
    const fs::path target = fs::weakly_canonical(fs::absolute(file));
    if (document.isNewer() && fs::exists(target))
        fail(ErrorKind::Scene,
             "'{}' is not overwritten: the scene was written by a newer Sastrugi (format {}, this one writes {}); save "
             "it under a new name",
             target.string(), document.version, SceneDocument::currentVersion);
    SceneDocument saved = document;
    if (saved.directory() != target.parent_path())
        rebasePaths(saved.graph, saved.directory(), target.parent_path());
    saved.version = SceneDocument::currentVersion;
    saved.file = target;

    if (fs::exists(target)) {
        const fs::path backup = fs::path(target) += ".backup";
        files.remove(backup);
        files.link(target, backup);
    }
    files.writeAtomically(target, writeDocument(saved));
    document = std::move(saved);
}

} // namespace sastrugi
