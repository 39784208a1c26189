#include "app/cli/catalogue.h"

#include "nodes/document/ValueJson.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sastrugi
{

namespace
{

using Json = nlohmann::ordered_json;

bool hasRange(const ParameterInfo& info)
{
    return info.type == ParameterType::Number || info.type == ParameterType::Integer ||
           info.type == ParameterType::Vector;
}

/// "20 to 917 kg/m^3"; the names of a choice.
std::string rangeText(const ParameterInfo& info)
{
    if (info.type == ParameterType::Choice) {
        std::string names;
        for (const ChoiceOption& option : info.options)
            names += (names.empty() ? "" : ", ") + std::string(option.name);
        return names;
    }
    return hasRange(info) ? fmt::format("{} to {}", info.minimum, formatQuantity(info.maximum, info.unit)) : "";
}

std::string defaultText(const ParameterEntry& entry)
{
    const std::string text = formatParameter(entry.info, entry.defaultValue);
    return text.empty() ? "none" : text;
}

std::string arityText(const Port& port)
{
    switch (port.arity) {
    case PortArity::One: return "one";
    case PortArity::Optional: return "one or none";
    case PortArity::Some: return "one or more";
    case PortArity::Any: return "any number";
    }
    return "";
}

Json portJson(const Port& port, bool isInput)
{
    Json json = {{"name", port.name}, {"type", name(port.type)}, {"doc", port.doc}};
    if (isInput) {
        json["required"] = port.isRequired();
        json["many"] = port.acceptsMany();
    }
    return json;
}

Json parameterJson(const ParameterEntry& entry)
{
    const ParameterInfo& info = entry.info;
    Json json = {{"key", info.key},
                 {"type", name(info.type)},
                 {"unit", symbol(info.unit)},
                 {"default", Json::parse(parameterToJson(entry.defaultValue))},
                 {"doc", info.doc}};
    if (hasRange(info)) {
        json["minimum"] = info.minimum;
        json["maximum"] = info.maximum;
    }
    for (const ChoiceOption& option : info.options)
        json["options"].push_back({{"name", option.name}, {"doc", option.doc}});
    return json;
}

/// A bar would end the cell of a table.
std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
        text.replace(at, 1, "\\|");
    return text;
}

/// "density = 120 kg/m^3, hardening = 5", or that it is the defaults.
std::string presetValues(const NodeType& type, const ValuePreset& preset)
{
    std::string text;
    for (const ParameterEntry& entry : type.parameters.entries())
        if (const auto found = preset.values.find(entry.info.key); found != preset.values.end())
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", entry.info.key,
                                formatParameter(entry.info, found->second));
    return text.empty() ? "the defaults" : text;
}

std::string markdown(const NodeType& type)
{
    std::string page = fmt::format("\n### {} (`{}`)\n\n{}\n", type.title, type.name, type.doc);
    if (!type.inputs.empty() || !type.outputs.empty()) {
        page += "\n| port | | type | links | |\n|---|---|---|---|---|\n";
        for (const Port& port : type.inputs)
            page += fmt::format("| `{}` | input | {} | {} | {} |\n", port.name, name(port.type), arityText(port),
                                cell(port.doc));
        for (const Port& port : type.outputs)
            page += fmt::format("| `{}` | output | {} | | {} |\n", port.name, name(port.type), cell(port.doc));
    }
    if (!type.parameters.entries().empty())
        page += "\n| parameter | default | range | |\n|---|---|---|---|\n";
    for (const ParameterEntry& entry : type.parameters.entries())
        page += fmt::format("| `{}` | {} | {} | {} |\n", entry.info.key, cell(defaultText(entry)),
                            cell(rangeText(entry.info)), cell(std::string(entry.info.doc)));
    if (!type.presets.empty())
        page += "\n| preset | | |\n|---|---|---|\n";
    for (const ValuePreset& preset : type.presets)
        page += fmt::format("| `{}` | {} | {} |\n", preset.name, cell(presetValues(type, preset)), cell(preset.doc));
    return page;
}

} // namespace

std::string catalogueList(const std::vector<const NodeType*>& types)
{
    std::string list, category;
    for (const NodeType* type : types) {
        if (type->category != category)
            list += fmt::format("{}{}\n", list.empty() ? "" : "\n", type->category);
        category = type->category;
        list += fmt::format("  {:<26}{:<22}{}\n", type->name, type->title, type->doc.substr(0, type->doc.find('\n')));
    }
    return list;
}

std::string catalogueText(const NodeType& type)
{
    std::string text = fmt::format("{} ({})\n\n{}\n", type.title, type.name, type.doc);
    for (const Port& port : type.inputs)
        text += fmt::format("\n  input   {:<22}{}, {}. {}", port.name, name(port.type), arityText(port), port.doc);
    for (const Port& port : type.outputs)
        text += fmt::format("\n  output  {:<22}{}. {}", port.name, name(port.type), port.doc);
    text += "\n";
    for (const ParameterEntry& entry : type.parameters.entries()) {
        text += fmt::format("\n  {:<30}{}", entry.info.key, defaultText(entry));
        if (const std::string range = rangeText(entry.info); !range.empty())
            text += fmt::format("  ({})", range);
        text += fmt::format("\n      {}\n", entry.info.doc);
        for (const ChoiceOption& option : entry.info.options)
            text += fmt::format("        {:<20}{}\n", option.name, option.doc);
    }
    for (const ValuePreset& preset : type.presets)
        text += fmt::format("\n  preset  {:<22}{}\n      {}\n", preset.name, presetValues(type, preset), preset.doc);
    return text;
}

std::string catalogueMarkdown(const std::vector<const NodeType*>& types)
{
    std::string page = "# Node types\n", category;
    for (const NodeType* type : types) {
        if (type->category != category)
            page += fmt::format("\n## {}\n", type->category);
        category = type->category;
        page += markdown(*type);
    }
    return page;
}

std::string catalogueJson(const std::vector<const NodeType*>& types)
{
    Json list = Json::array();
    for (const NodeType* type : types) {
        Json json = {{"name", type->name},       {"title", type->title},       {"category", type->category},
                     {"doc", type->doc},         {"version", type->version},   {"inputs", Json::array()},
                     {"outputs", Json::array()}, {"parameters", Json::array()}};
        for (const Port& port : type->inputs)
            json["inputs"].push_back(portJson(port, true));
        for (const Port& port : type->outputs)
            json["outputs"].push_back(portJson(port, false));
        for (const ParameterEntry& entry : type->parameters.entries())
            json["parameters"].push_back(parameterJson(entry));
        for (const ValuePreset& preset : type->presets) {
            Json values = Json::object();
            for (const auto& [key, value] : preset.values)
                values[key] = Json::parse(parameterToJson(value));
            json["presets"].push_back({{"name", preset.name}, {"doc", preset.doc}, {"values", values}});
        }
        list.push_back(std::move(json));
    }
    return list.dump(2) + "\n";
}

} // namespace sastrugi
