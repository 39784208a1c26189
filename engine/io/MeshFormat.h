// The table of the formats in which meshes are written. A format is one source file, which makes the content of a
// frame's file, and one line in meshFormats.cpp.
#pragma once

#include "engine/io/ParticleFormat.h"

#include <array>
#include <span>

namespace sastrugi
{

/// Attributes, unit and axes are chosen as for particles.
using MeshExportSettings = ParticleExportSettings;

/// A mesh as a file is to hold it: triangles counter-clockwise seen from outside.
struct MeshTable {
    ParticleTable vertices;
    std::span<const std::array<std::uint32_t, 3>> triangles;
};

struct MeshFormat {
    std::string_view name;   // as it is chosen: "plyAscii"
    std::string_view ending; // ".ply"
    std::string_view doc;    // a sentence
    std::string_view cannot; // a sentence on what is lost, to be said on every export; empty: nothing is
    TableNeeds needs;
    /// The whole file. Throws Error(InputOutput) with a sentence where the format cannot hold the mesh,
    /// Error(Interrupted) when stopped.
    std::string (*encode)(const MeshTable& mesh, const std::stop_token& stop);
    /// Null when there is none.
    std::unique_ptr<FrameIndex> (*makeIndex)(const FrameNames& names, const MeshExportSettings& settings,
                                             FileLayer& files) = nullptr;
    bool hasAttributes = true; // else points and triangles are all it holds
    bool isAlwaysYUpInMetres = false;
};

/// In the order in which they are listed; the first with an ending is what a file name with it means.
const std::vector<MeshFormat>& meshFormats();

/// Null when there is none of that name.
const MeshFormat* findMeshFormat(std::string_view name);

} // namespace sastrugi
