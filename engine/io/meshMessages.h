// What the user should know of an imported mesh, in sentences.
#pragma once

#include "engine/io/MeshImport.h"

#include <string>
#include <vector>

namespace sastrugi
{

/// Warnings of what is wrong with the mesh though it is used, and remarks: how it was read, mended, and how it moves.
std::vector<LogMessage> meshMessages(const ImportedMesh& imported, const MeshImportOptions& options);

/// "closed, 1 shell, 0.12 m^3": the state of a mesh in a line.
std::string stateOf(const MeshReport& report);

} // namespace sastrugi
