// Wind from files of flow solvers, through the program `sastrugi-import`: VTK data sets, one or one for each moment.
#pragma once

#include "engine/core/Log.h"
#include "engine/fields/GridWind.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi
{

struct WindFileOptions {
    std::string array;          // name of the velocities; empty takes what can be meant
    double spacing = 0;         // of the lattice, in lengths of the file; 0 as fine as the file
    double filesPerSecond = 24; // of numbered files
    double memoryLimit = 4e9;   // bytes that all moments may take
    WindPlacing placing;
};

struct ImportedWind {
    Field field;
    std::vector<double> times; // s, after the start
    WindLattice lattice;       // of the first
    std::vector<LogMessage> messages;
};

/// A file (.vti .vtr .vts .vtu .vtk), a pattern such as "flow.####.vti", or a .pvd that names files and times. Throws
/// Error(Scene) with a sentence that names the file, Error(Interrupted) when stopped.
ImportedWind importWind(const std::filesystem::path& file, const WindFileOptions& options,
                        const std::stop_token& stop = {});

struct TimedFile {
    double time = 0; // s
    std::filesystem::path file;
};

/// What a .pvd names, by time. Throws Error(Scene) that names it.
std::vector<TimedFile> filesOfPvd(const std::filesystem::path& file);

} // namespace sastrugi
