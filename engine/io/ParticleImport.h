// Particles of a file as particles of the scene: which columns are places, velocities and ids, in which unit and axes.
#pragma once

#include "engine/core/Log.h"
#include "engine/io/MeshPlacing.h"
#include "engine/simulation/Scene.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sastrugi
{

struct ParticleImportOptions {
    std::optional<double> unit = 1;           // metres per unit of the file; none: as the file says, or metres
    std::optional<UpAxis> upAxis = UpAxis::Z; // turned to Z; none: as the file says, or Z
    // Names of columns; empty: the usual ones. "-" of any but the position: none.
    std::string position, velocity, id, temperature;
};

struct ImportedParticles {
    GivenParticles particles;                  // in the order of ids where there are some
    std::vector<std::string> triples, scalars; // names of what could be a position or a velocity, and of single numbers
    std::vector<LogMessage> messages;
};

/// Throws Error(Scene) with a sentence that names the file, the column or the particle when it cannot be read, has no
/// particles, has values that are not finite, or has no such column.
ImportedParticles importParticles(const std::filesystem::path& file, const ParticleImportOptions& options);

} // namespace sastrugi
