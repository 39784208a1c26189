// What a node type is: ports, parameters and the function from inputs to outputs. Declared once, with
// NodeType::define<Parameters>({...}) in one file of nodes/types.
#pragma once

#include "engine/core/Error.h"
#include "engine/core/Log.h"
#include "nodes/graph/ParameterTable.h"
#include "nodes/graph/PortValue.h"

#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi
{

/// The file that is meant; a relative path starts at `directory`.
std::filesystem::path resolvePath(const std::filesystem::path& directory, const FilePath& path);

/// Texts that parameters may usefully have, by key: names of what is in a file.
using Offers = std::map<std::string, std::vector<std::string>, std::less<>>;

/// What an evaluation is given besides its parameters.
struct Inputs {
    std::string node;                // name of the node that is evaluated
    SceneSettings scene;             // only of types that say usesSceneSettings
    std::filesystem::path directory; // of the scene file
    Log log;
    Offers* offers = nullptr;    // is filled, where it is there
    LiveMotions* live = nullptr; // the same: what follows a hand, in a live run
    std::stop_token stop;
    std::map<std::string, std::vector<PortValue>, std::less<>> values; // by input port, in the order of the links

    /// The values that arrive at an input; of meshes that move, as they are at the start.
    template <class T>
    std::vector<std::shared_ptr<const T>> all(std::string_view port) const
    {
        std::vector<std::shared_ptr<const T>> typed;
        if (const auto found = values.find(port); found != values.end())
            for (const PortValue& value : found->second) {
                if constexpr (std::is_same_v<T, TriangleMesh>)
                    typed.push_back(std::get<MovingMesh>(value).mesh);
                else
                    typed.push_back(std::get<std::shared_ptr<const T>>(value));
            }
        return typed;
    }

    /// The value of a required input.
    template <class T>
    std::shared_ptr<const T> one(std::string_view port) const
    {
        const std::vector<std::shared_ptr<const T>> typed = all<T>(port);
        SASTRUGI_ASSERT(typed.size() == 1, "a required input is evaluated without its link");
        return typed.front();
    }

    /// The mesh that arrives at a required input, with its motion.
    const MovingMesh& mesh(std::string_view port) const
    {
        SASTRUGI_ASSERT(one<TriangleMesh>(port), "a mesh is there");
        return std::get<MovingMesh>(values.find(port)->second.front());
    }

    /// For those who choose.
    void offer(const std::string& key, std::vector<std::string> texts) const
    {
        if (offers && !texts.empty())
            (*offers)[key] = std::move(texts);
    }

    /// Relative paths are relative to the scene file.
    std::filesystem::path resolve(const FilePath& path) const { return resolvePath(directory, path); }
};

/// In the order of the output ports.
using Outputs = std::vector<PortValue>;

/// A named starting point for the values of a node type.
template <class P>
struct NodePreset {
    std::string name, doc; // a sentence
    P values = {};
};

/// The same, detached: the values that differ from the defaults.
struct ValuePreset {
    std::string name, doc;
    ParameterValues values;
};

/// What a node type is declared with.
template <class P>
struct NodeTypeDefinition {
    std::string name;     // "category.name" in lower camel
    std::string title;    // as shown
    std::string category; // as shown
    std::string doc;      // sentences
    std::vector<Port> inputs = {}, outputs = {};
    std::vector<NodePreset<P>> presets = {};
    int version = 1;                // raise it when the same values give another result
    bool readsFiles = false;        // paths name files that are read: their bytes belong to the content
    bool usesSceneSettings = false; // evaluate() reads Inputs::scene
    bool isReserved = false;        // exists once in each graph, and is never added or removed
    /// Throws Error(Scene) when values do not fit together.
    std::function<void(const P&)> check = {};
    std::function<Outputs(const P&, const Inputs&)> evaluate = {};
};

class NodeType
{
public:
    template <class P>
    static NodeType define(NodeTypeDefinition<P> definition);

    std::string name, title, category, doc;
    std::vector<Port> inputs, outputs;
    ParameterTable parameters;
    std::vector<ValuePreset> presets;
    int version = 1;
    bool readsFiles = false, usesSceneSettings = false, isReserved = false;
    /// Throws Error(Scene) when values do not fit together.
    std::function<void(const ParameterValues&)> check;
    std::function<Outputs(const ParameterValues&, const Inputs&)> evaluate;

    const Port* findInput(std::string_view port) const;
    const Port* findOutput(std::string_view port) const;
};

template <class P>
NodeType NodeType::define(NodeTypeDefinition<P> definition)
{
    NodeType type;
    type.name = std::move(definition.name);
    type.title = std::move(definition.title);
    type.category = std::move(definition.category);
    type.doc = std::move(definition.doc);
    type.inputs = std::move(definition.inputs);
    type.outputs = std::move(definition.outputs);
    type.parameters = parameterTable<P>();
    for (const NodePreset<P>& preset : definition.presets)
        type.presets.push_back({preset.name, preset.doc, changedValues(preset.values)});
    type.version = definition.version;
    type.readsFiles = definition.readsFiles;
    type.usesSceneSettings = definition.usesSceneSettings;
    type.isReserved = definition.isReserved;
    type.check = [run = std::move(definition.check)](const ParameterValues& values) {
        if (run)
            run(typedValues<P>(values));
    };
    type.evaluate = [run = std::move(definition.evaluate)](const ParameterValues& values, const Inputs& given) {
        return run ? run(typedValues<P>(values), given) : Outputs{};
    };
    return type;
}

} // namespace sastrugi
