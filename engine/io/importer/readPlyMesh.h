// Meshes of PLY, which Assimp 5.2 reads beyond the end of broken files.
#pragma once

#include "engine/io/MeshStream.h"

#include <string>
#include <string_view>

namespace sastrugi
{

/// The faces and triangle strips of a PLY file as one part. Throws std::exception with what is wrong.
MeshFileContent readPlyMesh(const std::string& path);
/// The same of what is in a file.
MeshFileContent meshOfPly(std::string_view content);

} // namespace sastrugi
