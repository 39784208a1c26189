// A mesh file as a mesh of the scene: what was chosen of it, placed, mended, and moving by its animation.
//
// Units and up axis are the caller's choice, and may be what the file says of them; what was used is said.
#pragma once

#include "engine/core/Log.h"
#include "engine/geometry/MeshRepair.h"
#include "engine/geometry/MeshReport.h"
#include "engine/io/MeshPlacing.h"
#include "engine/io/MeshReader.h"
#include "engine/motion/ClipTiming.h"
#include "engine/motion/MovingMesh.h"

#include <optional>
#include <string>
#include <vector>

namespace sastrugi
{

struct MeshImportOptions {
    std::optional<double> unit = 1;           // metres per unit of the file; none: as the file says, or metres
    std::optional<UpAxis> upAxis = UpAxis::Z; // turned to Z; none: as the file says, or Z
    double size = 0;       // when above zero: the longest edge of the bounds becomes this long, after the unit. Metres
    double timeLimit = 60; // seconds
    MeshOrigin origin = MeshOrigin::File;
    std::string part = {}; // by name, or by number from 1; empty: all of them
    bool isAnimated = false;
    std::string clip = {}; // the same; empty: the first one
    ClipTiming timing = {};
    MeshRepair repair = {};
};

inline void place(MeshImportOptions& options, const MeshPlacing& placing)
{
    options.unit = metresPer(placing.unit);
    options.upAxis = axisOf(placing.upAxis);
    options.size = placing.size;
    options.origin = placing.origin;
}

/// What there is to choose from, for those who choose.
struct MeshFileChoices {
    struct Part {
        std::string name;
        std::size_t points = 0, triangles = 0, targets = 0;
        bool isSkinned = false;
    };
    struct Clip {
        std::string name;
        double duration = 0; // s
        bool movesPoints = false;
    };
    std::vector<Part> parts;
    std::vector<Clip> clips;
    std::size_t bones = 0;
};

struct ImportedMesh {
    MovingMesh moving; // mended; where it moves, as it is at time 0
    const TriangleMesh& mesh() const { return *moving; }
    MeshReport report;   // of it
    RepairReport repair; // of what was left out and mended
    MeshFileFacts facts;
    double unit = 1;           // that was used, metres
    UpAxis upAxis = UpAxis::Z; // the same
    MeshFileChoices choices;
    std::string clip;                   // that is played; empty: none
    AffineMap placement;                // from the file to the scene
    std::vector<std::uint32_t> sources; // of each point: which one of the chosen part it is
    std::vector<LogMessage> messages;
};

/// Throws what readMeshFile() throws, and Error(Scene) with a sentence that names the file when an option does not fit
/// it, or when it has no triangle with an area.
ImportedMesh importMesh(const std::filesystem::path& path, const MeshImportOptions& options = {},
                        std::stop_token stop = {});
/// The same of what has been read; `name` is that of the file. `classes` are those of repaired(), where nothing of the
/// file itself moves.
ImportedMesh importMesh(MeshFileContent content, const std::string& name, const MeshImportOptions& options,
                        std::span<const std::uint64_t> classes = {});

} // namespace sastrugi
