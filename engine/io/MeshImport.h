// Reading mesh files of many formats, through the program `sastrugi-import` that stands beside this one.
//
// The reader runs in a process of its own: when a file makes it crash or run out of memory or time, that is an error
// that names the file. Units and up axis are the caller's choice, whatever the file says; what it says is passed on.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Log.h"
#include "engine/geometry/MeshReport.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/io/UpAxis.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi
{

struct MeshImportOptions {
    double unit = 1;           // metres per unit of the file
    UpAxis upAxis = UpAxis::Z; // turned to Z
    double size = 0;       // when above zero: the longest edge of the bounds becomes this long, after the unit. Metres
    double timeLimit = 60; // seconds
};

struct ImportedMesh {
    TriangleMesh mesh; // cleaned()
    MeshReport report; // of the mesh; degenerateTriangles and loosePoints are those that were left out
    std::string note;  // what the file says of its unit and axes; may be empty
    std::vector<LogMessage> messages;
};

/// Throws Error(Scene) with a sentence that names the file when it is missing, unreadable, no mesh, has coordinates
/// that are not finite or no triangle with an area, and when its reader crashes or needs more than 2 GiB or the time
/// limit; Error(Interrupted) when stopped.
ImportedMesh importMesh(const std::filesystem::path& path, const MeshImportOptions& options = {},
                        std::stop_token stop = {});

/// Of Assimp, as the reader has it loaded: "5.2.5". Empty when the reader cannot be started.
std::string meshReaderVersion();

/// Of the bytes of a file. Throws Error(Scene) that names it when it cannot be read.
Hash fileHash(const std::filesystem::path& path);

} // namespace sastrugi
