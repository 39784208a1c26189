// The scene a command works on: the file, with what --set changed, evaluated.
#pragma once

#include "app/cli/arguments.h"
#include "engine/simulation/Solver.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/document/Setting.h"
#include "nodes/graph/Evaluator.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI
{
class App;
}

namespace sastrugi
{

/// As typed.
struct SceneArguments {
    std::string file;
    std::vector<std::string> settings;
    std::string cache;
};

/// Declares the scene's file, --set and --cache.
void declareScene(CLI::App& command, SceneArguments& arguments);

/// One message on stderr: "warning: node 'mesh': ...".
void printMessage(const LogMessage& message);

class SceneInput
{
public:
    /// Reads the file and applies the settings. Throws Error(Scene), Error(Usage).
    SceneInput(const SceneArguments& arguments, Log log);

    const SceneDocument& document() const { return m_document; }
    const Graph& graph() const { return m_document.graph; }

    /// Throws Error(Scene) when the file holds what this program does not know.
    void requireUsable() const { requireNoProblems(m_document, m_arguments.file); }

    /// The named solver nodes, or all. Throws Error(Usage) for a name that is not a solver, Error(Scene) when there is
    /// none at all.
    std::vector<std::string> solvers(const std::vector<std::string>& names, std::string_view option = "--nodes") const;

    /// The solver node, or the node of a type that is an output, that --node names. Throws Error(Usage) that lists
    /// them; `kinds` says in words what they are.
    const Node& nodeToWrite(const std::string& name, std::string_view kinds,
                            const std::function<bool(const NodeType&)>& isOutput) const;

    /// What follows a hand from now on; before anything is evaluated.
    void setLive(LiveMotions& motions) { m_evaluator.setLive(motions); }
    /// The outputs of any node. What is wrong with a file named by --set is Error(Usage), with one named by the scene
    /// Error(Scene).
    Outputs evaluate(const std::string& node);
    std::shared_ptr<const Scene> simulation(const std::string& solver);

    /// What the solver says of the scene; an emitter that cannot be filled with a mesh named by --set is Error(Usage).
    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop = {}) const;

    /// Of the scene file, as typed.
    std::filesystem::path directory() const;
    /// Of --cache, or beside the scene file, as typed.
    std::filesystem::path cacheBase() const;
    /// The file and options with which another command works on the same scene, for a shell.
    std::string sameScene() const;

private:
    bool isFileOnFlag(std::string_view node) const;
    bool dependsOnFlag(const std::string& node) const;

    SceneArguments m_arguments;
    SceneDocument m_document;
    std::vector<AppliedSetting> m_settings;
    Evaluator m_evaluator;
};

} // namespace sastrugi
