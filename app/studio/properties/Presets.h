// Presets of a node type: those that it brings, and those that the user keeps as files.
//
// A user's preset is a scene file with one node of the type, in a folder of that type's name.
#pragma once

#include "nodes/graph/Graph.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace sastrugi::studio
{

struct Preset {
    QString name, doc;
    ParameterValues values;
    bool isOfUser = false;
};

/// Where the user's presets of a type are: in SASTRUGI_PRESETS, or with the application's data.
std::filesystem::path presetFolder(const NodeType& type);

/// Those of the type first. Files that cannot be read are left out, and named in `problems`.
std::vector<Preset> presetsOf(const NodeType& type, const NodeRegistry& types, QStringList& problems);

/// Writes a preset of the user. Throws Error(InputOutput), and Error(Usage) for a name that is none.
void savePreset(const NodeType& type, const NodeRegistry& types, const QString& name, const ParameterValues& values);

/// Gives a node exactly these values.
void applyPreset(Graph& graph, const std::string& node, const ParameterValues& values);

} // namespace sastrugi::studio
