#include "engine/core/File.h"
#include "nodes/document/JsonText.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/document/ValueJson.h"
#include "nodes/graph/NodeName.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

using Kind = JsonValue::Kind;

/// Reads one file; holds what every message needs.
class Reader
{
public:
    Reader(std::string source, const NodeRegistry& types) : m_source(std::move(source)), m_document(types) {}

    SceneDocument read(std::string_view text)
    {
        const JsonValue root = parseJson(text, m_source);
        readHeader(root);
        for (const auto& [key, value] : root.members) {
            if (key == "nodes")
                for (const JsonValue& node : require(value, Kind::Array, "'nodes'", "a list").elements)
                    readNode(node);
            else if (key == "views")
                m_document.views = value.raw;
            else if (key != "format" && key != "version" && key != "links")
                m_document.rawMembers.push_back({key, std::string(value.raw)});
        }
        if (const JsonValue* links = root.find("links"))
            for (const JsonValue& link : require(*links, Kind::Array, "'links'", "a list").elements)
                readLink(link);
        return std::move(m_document);
    }

private:
    template <class... Arguments>
    [[noreturn]] void refuse(const JsonValue& where, fmt::format_string<Arguments...> sentence,
                             Arguments&&... arguments) const
    {
        fail(ErrorKind::Scene, "{}, line {}: {}", m_source, where.line,
             fmt::format(sentence, std::forward<Arguments>(arguments)...));
    }

    const JsonValue& require(const JsonValue& value, Kind kind, std::string_view what, std::string_view expected) const
    {
        if (value.kind != kind)
            refuse(value, "{} is not {}", what, expected);
        return value;
    }

    std::string requiredText(const JsonValue& object, std::string_view key, std::string_view what) const
    {
        const JsonValue* value = object.find(key);
        if (!value)
            refuse(object, "{} has no '{}'", what, key);
        return require(*value, Kind::String, fmt::format("'{}' of {}", key, what), "a text").text();
    }

    void readHeader(const JsonValue& root)
    {
        const JsonValue* format = root.find("format");
        if (root.kind != Kind::Object || !format || format->raw != "\"sastrugi\"")
            refuse(root, "this is not a Sastrugi scene: it does not say \"format\": \"sastrugi\"");
        const JsonValue* version = root.find("version");
        if (!version || version->kind != Kind::Number || version->number() < 1 || version->number() > 1e6)
            refuse(version ? *version : root, "'version' is not a whole number from 1");
        m_document.version = static_cast<int>(version->number());
    }

    void readNode(const JsonValue& json)
    {
        require(json, Kind::Object, "a node", "an object");
        Node node;
        node.name = requiredText(json, "name", "a node");
        const std::string what = fmt::format("node '{}'", node.name);
        node.type = requiredText(json, "type", what);
        if ((node.name == Graph::sceneNode) != (node.type == Graph::sceneNode))
            refuse(json, "the name 'scene' and the type 'scene' belong together; {} has type '{}'", what, node.type);
        if (const std::string reason = whyNotNodeName(node.name); !reason.empty())
            refuse(json, "a node cannot be called '{}': {}", node.name, reason);
        for (const auto& [key, value] : json.members) {
            if (key == "position")
                readPosition(node, value);
            else if (key == "bypassed")
                node.isBypassed = require(value, Kind::Boolean, "'bypassed' of " + what, "true or false").isTrue();
            else if (key == "shown")
                node.isShown = require(value, Kind::Boolean, "'shown' of " + what, "true or false").isTrue();
            else if (key == "parameters")
                readParameters(node, require(value, Kind::Object, "'parameters' of " + what, "an object"));
            else if (key != "name" && key != "type")
                node.rawMembers.push_back({key, std::string(value.raw)});
        }
        place(std::move(node), json);
    }

    void place(Node node, const JsonValue& json)
    {
        if (std::find(m_named.begin(), m_named.end(), node.name) != m_named.end())
            refuse(json, "there are two nodes '{}'", node.name);
        m_named.push_back(node.name);
        if (m_document.graph.find(node.name))
            m_document.graph.replaceReserved(std::move(node));
        else
            m_document.graph.insert(std::move(node));
    }

    void readPosition(Node& node, const JsonValue& json) const
    {
        if (json.kind != Kind::Array || json.elements.size() != 2 || json.elements[0].kind != Kind::Number ||
            json.elements[1].kind != Kind::Number)
            refuse(json, "'position' of node '{}' is {}; expected are two numbers such as [0, 100]", node.name,
                   json.raw);
        node.x = json.elements[0].number();
        node.y = json.elements[1].number();
    }

    void readParameters(Node& node, const JsonValue& json) const
    {
        const NodeType* type = m_document.graph.types().find(node.type);
        for (const auto& [key, value] : json.members) {
            const ParameterEntry* entry = type ? type->parameters.find(key) : nullptr;
            try {
                if (entry) {
                    const ParameterValue read = parameterFromJson(entry->info, value);
                    if (read != entry->defaultValue)
                        node.values.emplace(key, read);
                    continue;
                }
            } catch (const Error&) {
                // Kept as it is; findProblems() says what is wrong with it.
            }
            node.rawParameters.push_back({key, std::string(value.raw)});
        }
    }

    void readLink(const JsonValue& json)
    {
        const auto end = [&](std::string_view key) {
            const JsonValue* value = json.find(key);
            if (json.kind != Kind::Object || json.members.size() != 2 || !value || value->kind != Kind::Array ||
                value->elements.size() != 2 || value->elements[0].kind != Kind::String ||
                value->elements[1].kind != Kind::String)
                refuse(json,
                       "a link is {}; expected is {{\"from\": [\"node\", \"port\"], \"to\": [\"node\", "
                       "\"port\"]}}",
                       json.raw);
            return std::pair(value->elements[0].text(), value->elements[1].text());
        };
        const auto [fromNode, fromPort] = end("from");
        const auto [toNode, toPort] = end("to");
        const Link link{fromNode, fromPort, toNode, toPort};
        if (m_document.graph.whyNot(link).empty())
            m_document.graph.connect(link);
        else
            m_document.graph.keepBroken(link);
    }

    std::string m_source;
    SceneDocument m_document;
    std::vector<std::string> m_named;
};

} // namespace

SceneDocument readDocument(std::string_view text, const std::filesystem::path& file, const NodeRegistry& types)
{
    SceneDocument document = Reader(file.empty() ? "scene" : file.string(), types).read(text);
    document.file = file.empty() ? file : std::filesystem::absolute(file).lexically_normal();
    return document;
}

SceneDocument loadDocument(const std::filesystem::path& file, const NodeRegistry& types)
{
    // A pipe would be waited for.
    std::error_code failure;
    const auto status = std::filesystem::status(file, failure);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_directory(status))
        fail(ErrorKind::Scene, "'{}' is not a regular file, and no scene can be read from it", file.string());
    std::string text;
    try {
        text = FileLayer().readText(file);
    } catch (const Error& error) {
        throw Error(ErrorKind::Scene, error.what());
    }
    return readDocument(text, file, types);
}

} // namespace sastrugi
