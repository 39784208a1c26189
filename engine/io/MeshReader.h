// What is in a mesh file, through the program `sastrugi-import` that stands beside this one.
//
// The reader runs in a process of its own: when a file makes it crash or run out of memory or time, that is an error
// that names the file.
#pragma once

#include "engine/core/Hash.h"
#include "engine/io/MeshStream.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace sastrugi
{

/// Throws Error(Scene) with a sentence that names the file when it is missing, unreadable, no mesh or has coordinates
/// that are not finite, and when its reader crashes or needs more than 2 GiB or the time limit, seconds;
/// Error(Interrupted) when stopped.
MeshFileContent readMeshFile(const std::filesystem::path& file, double timeLimit, std::stop_token stop = {});

/// Of Assimp, as the reader has it loaded: "5.2.5". Empty when the reader cannot be started.
std::string meshReaderVersion();

/// Of the bytes of a file. Throws Error(Scene) that names it when it cannot be read.
Hash fileHash(const std::filesystem::path& path);

} // namespace sastrugi
