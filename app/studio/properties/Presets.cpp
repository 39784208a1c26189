#include "app/studio/properties/Presets.h"

#include "app/studio/document/Document.h"

#include "engine/core/File.h"
#include "nodes/document/Fragment.h"

#include <QDir>
#include <QStandardPaths>

namespace sastrugi::studio
{

namespace
{

/// The values of the first node of the type in a preset file.
ParameterValues readPreset(const std::filesystem::path& file, const NodeType& type, const NodeRegistry& types)
{
    const SceneDocument document = loadDocument(file, types);
    for (const Node& node : document.graph.nodes())
        if (node.type == type.name)
            return node.values;
    fail(ErrorKind::Scene, "'{}' holds no node of type {}", file.string(), type.name);
}

} // namespace

std::filesystem::path presetFolder(const NodeType& type)
{
    const QString fixed = qEnvironmentVariable("SASTRUGI_PRESETS");
    const QString base =
        fixed.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/sastrugi/presets"
                        : fixed;
    return toPath(base) / type.name;
}

std::vector<Preset> presetsOf(const NodeType& type, const NodeRegistry& types, QStringList& problems)
{
    std::vector<Preset> presets;
    for (const ValuePreset& preset : type.presets)
        presets.push_back(
            {QString::fromStdString(preset.name), QString::fromStdString(preset.doc), preset.values, false});
    const QDir folder(toText(presetFolder(type)));
    const QString ending = QString::fromStdString(std::string(SceneDocument::extension));
    for (const QString& file : folder.entryList({"*" + ending}, QDir::Files, QDir::Name)) {
        try {
            presets.push_back({file.chopped(ending.size()), QObject::tr("Yours."),
                               readPreset(toPath(folder.filePath(file)), type, types), true});
        } catch (const Error& error) {
            problems.append(QString::fromUtf8(error.what()));
        }
    }
    return presets;
}

void savePreset(const NodeType& type, const NodeRegistry& types, const QString& name, const ParameterValues& values)
{
    if (name.trimmed().isEmpty() || name.contains('/') || name.startsWith('.'))
        fail(ErrorKind::Usage, "a preset cannot be called '{}'; its name becomes that of a file", name.toStdString());
    Graph graph(types);
    const std::string node = graph.add(type.name);
    applyPreset(graph, node, values);
    FileLayer files;
    const std::filesystem::path folder = presetFolder(type);
    files.createFolder(folder);
    const std::string file = name.trimmed().toStdString() + std::string(SceneDocument::extension);
    files.writeAtomically(folder / toPath(QString::fromStdString(file)), writeFragment(graph, {node}));
}

void applyPreset(Graph& graph, const std::string& node, const ParameterValues& values)
{
    const NodeType* type = graph.typeOf(graph.node(node));
    for (const ParameterEntry& entry : type->parameters.entries())
        if (const auto found = values.find(entry.info.key); found != values.end())
            graph.setValue(node, entry.info.key, found->second);
        else
            graph.resetValue(node, entry.info.key);
}

} // namespace sastrugi::studio
