#include "nodes/document/Setting.h"

#include "engine/core/File.h"

#include <fmt/ranges.h>

#include <sstream>

namespace sastrugi
{

namespace
{

ParameterValue readValue(const ParameterInfo& info, std::string_view text, const std::filesystem::path& directory)
{
    ParameterValue value = parseParameter(info, text);
    if (auto* path = std::get_if<FilePath>(&value); path && !path->text.empty()) {
        const std::u8string resolved = resolvePath(directory, *path).generic_u8string();
        path->text.assign(resolved.begin(), resolved.end());
    }
    checkParameter(info, value);
    return value;
}

} // namespace

AppliedSetting applySetting(Graph& graph, std::string_view setting, const std::filesystem::path& directory)
{
    const std::size_t equals = setting.find('=');
    const std::string_view target = setting.substr(0, equals);
    const std::size_t dot = target.rfind('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos)
        fail(ErrorKind::Usage, "'{}' is not of the form node.parameter=value", setting);
    const AppliedSetting applied{std::string(target.substr(0, dot)), std::string(target.substr(dot + 1))};
    try {
        const Node& node = graph.node(applied.node);
        const NodeType* type = graph.typeOf(node);
        if (!type)
            throw Error(ErrorKind::Usage, graph.types().unknownSentence(node.type));
        const ParameterEntry* entry = type->parameters.find(applied.parameter);
        if (!entry)
            throw Error(ErrorKind::Usage,
                        fmt::format("{}: {}", graph.label(node), type->parameters.unknownSentence(applied.parameter)));
        graph.setValue(applied.node, applied.parameter, readValue(entry->info, setting.substr(equals + 1), directory));
    } catch (const Error& error) {
        fail(ErrorKind::Usage, "'{}': {}", setting, error.what());
    }
    return applied;
}

std::vector<AppliedSetting> applySettings(Graph& graph, const std::filesystem::path& file,
                                          const std::filesystem::path& directory)
{
    std::istringstream text;
    try {
        text.str(FileLayer().readText(file));
    } catch (const Error& error) {
        fail(ErrorKind::Usage, "{}", error.what());
    }
    std::vector<AppliedSetting> applied;
    std::vector<std::string> faults;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        line.erase(0, line.find_first_not_of(" \t"));
        if (line.empty() || line.starts_with('#'))
            continue;
        try {
            applied.push_back(applySetting(graph, line, directory));
        } catch (const Error& error) {
            faults.push_back(fmt::format("{}, line {}: {}", file.string(), number, error.what()));
        }
    }
    if (!faults.empty())
        fail(ErrorKind::Usage, "{}", fmt::join(faults, "\n"));
    return applied;
}

} // namespace sastrugi
