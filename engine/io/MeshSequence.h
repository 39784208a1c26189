// A mesh file for each frame as a mesh that moves: "wave.####.ply".
#pragma once

#include "engine/io/MeshImport.h"
#include "engine/io/NumberedFiles.h"

#include <cstdint>

namespace sastrugi
{

struct MeshSequenceOptions {
    MeshImportOptions mesh;                       // how each of them is read; what is animated in a file does not play
    double framesPerSecond = 24;                  // how many files are a second
    double start = 0;                             // when the first file is shown, s
    bool isLoop = false;                          // the last one is followed by the first again
    std::int64_t firstNumber = 0, lastNumber = 0; // of the files that are used; 0, 0: all of them
};

struct ImportedSequence {
    MovingMesh moving;
    MeshReport report; // of the first file
    std::vector<std::int64_t> numbers;
    std::vector<NumberRange> missing;
    bool isStepped = false; // the triangles differ
    std::vector<LogMessage> messages;
};

/// Reads all files once, and again as they are needed. `pattern` has a place for the number, or is a single file.
/// Throws Error(Scene) with a sentence that names the pattern when there is no such file, and what importMesh() throws.
ImportedSequence importSequence(const std::filesystem::path& pattern, const MeshSequenceOptions& options,
                                const std::stop_token& stop = {});

} // namespace sastrugi
