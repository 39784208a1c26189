// A file as Assimp reads it, as an animated model in the coordinates of the file.
//
// Assimp 5.2.5 turns Collada scenes to Y up, which is switched off, and scales them to metres, which is undone. It
// leaves the axes and units of FBX alone, and glTF has one of each. So the coordinates are always those of the file,
// and the user chooses what they mean; what the file says of it is passed on.
#pragma once

#include "engine/io/MeshStream.h"

#include <stdexcept>
#include <string>

namespace sastrugi
{

/// Throws std::runtime_error with what is wrong, std::bad_alloc when memory does not suffice.
MeshFileContent readWithAssimp(const std::string& path);

/// "5.2.5", of the library that is loaded.
std::string assimpVersion();

} // namespace sastrugi
