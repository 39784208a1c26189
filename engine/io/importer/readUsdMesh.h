// Meshes of USD as text, which Assimp 5.2 does not know.
#pragma once

#include "engine/io/MeshStream.h"

#include <string>
#include <string_view>

namespace sastrugi
{

/// The polygons of the first prim that has points. Throws std::exception with what is wrong.
MeshFileContent readUsdMesh(const std::string& path);
/// The same of what is in a file.
MeshFileContent meshOfUsda(std::string_view text);

} // namespace sastrugi
