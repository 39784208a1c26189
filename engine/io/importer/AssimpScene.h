// A file as Assimp reads it, flattened into one set of triangles in the coordinates of the file.
//
// Assimp 5.2.5 turns Collada scenes to Y up, which is switched off, and scales them to metres, which is undone. It
// leaves the axes and units of FBX alone, and glTF has one of each. So the coordinates are always those of the file,
// and the user chooses what they mean; what the file says of it is a note.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace sastrugi
{

struct AssimpMesh {
    std::vector<std::array<double, 3>> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::uint64_t lines = 0, pointElements = 0, skippedIndices = 0;
    std::string note; // what the file says of units and axes; may be empty
};

/// Throws std::runtime_error with what is wrong, std::bad_alloc when memory does not suffice.
AssimpMesh readWithAssimp(const std::string& path);

/// "5.2.5", of the library that is loaded.
std::string assimpVersion();

} // namespace sastrugi
