#include "app/cli/SceneInput.h"

#include "app/cli/say.h"
#include "engine/cache/Cache.h"
#include "nodes/graph/solverNodes.h"
#include "nodes/types/allNodes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace sastrugi
{

void declareScene(CLI::App& command, SceneArguments& arguments)
{
    command.add_option("scene", arguments.file, "The scene file")->required();
    command
        .add_option("--set", arguments.settings,
                    "Set a parameter: node.parameter=value, or @file with one in each line; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--cache", arguments.cache, "Folder of the cache (default: scene.cache beside the scene)");
}

void printMessage(const LogMessage& message)
{
    const std::string about = message.node.empty() ? "" : fmt::format("node '{}': ", message.node);
    say(fmt::format("{}: {}{}\n", name(message.level), about, message.text));
}

SceneInput::SceneInput(const SceneArguments& arguments, Log log)
    : m_arguments(arguments), m_document(loadDocument(pathOf(arguments.file), allNodes())),
      m_evaluator(directory(), std::move(log))
{
    // Paths in the graph are relative to the scene, and so is what is typed here: it then looks as typed in messages.
    const std::filesystem::path here = std::filesystem::current_path(), scene = m_document.directory();
    for (const std::string& setting : arguments.settings) {
        if (!setting.starts_with('@')) {
            m_settings.push_back(applySetting(m_document.graph, setting, here.lexically_proximate(scene)));
            continue;
        }
        if (setting == "@")
            fail(ErrorKind::Usage, "--set @: the file's name is missing after the @");
        const std::filesystem::path file = pathOf(setting.substr(1));
        const std::filesystem::path folder = (here / file).lexically_normal().parent_path();
        for (AppliedSetting& applied : applySettings(m_document.graph, file, folder.lexically_proximate(scene)))
            m_settings.push_back(std::move(applied));
    }
}

std::filesystem::path SceneInput::directory() const { return pathOf(m_arguments.file).parent_path(); }

std::vector<std::string> SceneInput::solvers(const std::vector<std::string>& names, std::string_view option) const
{
    const std::vector<std::string> all = solverNodes(graph());
    if (all.empty())
        fail(ErrorKind::Scene, "{}: the scene has no solver node that is not bypassed; there is nothing to simulate",
             m_arguments.file);
    const std::vector<std::string_view> candidates(all.begin(), all.end());
    for (const std::string& name : names)
        if (std::find(all.begin(), all.end(), name) == all.end()) {
            const std::string nearest = nearestName(name, candidates);
            fail(ErrorKind::Usage, "{}: '{}' is not a solver node of the scene{}; it has {}", option, name,
                 nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(all, ", "));
        }
    return names.empty() ? all : names;
}

const Node& SceneInput::nodeToWrite(const std::string& name, std::string_view kinds,
                                    const std::function<bool(const NodeType&)>& isOutput) const
{
    std::vector<std::string> known = solverNodes(graph());
    for (const Node& node : graph().nodes())
        if (const NodeType* type = graph().typeOf(node); type && isOutput(*type))
            known.push_back(node.name);
    if (std::ranges::find(known, name) != known.end())
        return graph().node(name);
    const std::string nearest = nearestName(name, std::vector<std::string_view>(known.begin(), known.end()));
    fail(ErrorKind::Usage, "--node: '{}' is no {}{}; the scene has {}", name, kinds,
         nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest),
         known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
}

Outputs SceneInput::evaluate(const std::string& node)
{
    try {
        return m_evaluator.evaluate(graph(), node);
    } catch (const NodeError& error) {
        if (error.kind() == ErrorKind::Scene && isFileOnFlag(error.node()))
            throw Error(ErrorKind::Usage, error.what());
        throw;
    }
}

Prediction SceneInput::predict(const Scene& scene, const Log& log, std::stop_token stop) const
{
    try {
        return scene.solver->predict(scene, log, std::move(stop));
    } catch (const NodeError& error) {
        if (error.kind() == ErrorKind::Scene && dependsOnFlag(error.node()))
            throw Error(ErrorKind::Usage, error.what());
        throw;
    }
}

/// Whether --set names a file for the node.
bool SceneInput::isFileOnFlag(std::string_view node) const
{
    return std::any_of(m_settings.begin(), m_settings.end(), [&](const AppliedSetting& setting) {
        return setting.node == node && std::holds_alternative<FilePath>(graph().value(setting.node, setting.parameter));
    });
}

/// The same for the node or one that it gets something from.
bool SceneInput::dependsOnFlag(const std::string& node) const
{
    const std::vector<Link> links = graph().linksInto(node);
    return isFileOnFlag(node) ||
           std::any_of(links.begin(), links.end(), [&](const Link& link) { return dependsOnFlag(link.fromNode); });
}

std::shared_ptr<const Scene> SceneInput::simulation(const std::string& solver)
{
    const NodeType* type = graph().typeOf(graph().node(solver));
    const Outputs outputs = evaluate(solver);
    for (const PortValue& output : outputs)
        if (typeOf(output) == PortType::Simulation)
            return std::get<std::shared_ptr<const Scene>>(output);
    fail(ErrorKind::Usage, "node '{}' ({}) gives no simulation", solver, type ? type->title : "unknown");
}

std::filesystem::path SceneInput::cacheBase() const
{
    return (m_arguments.cache.empty() ? defaultCacheBase(pathOf(m_arguments.file)) : pathOf(m_arguments.cache))
        .lexically_normal();
}

std::string SceneInput::sameScene() const
{
    std::string text = shellQuoted(m_arguments.file);
    for (const std::string& setting : m_arguments.settings)
        text += " --set " + shellQuoted(setting);
    if (!m_arguments.cache.empty())
        text += " --cache " + shellQuoted(m_arguments.cache);
    return text;
}

} // namespace sastrugi
