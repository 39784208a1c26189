// Wind from files of flow solvers, through the program `sastrugi-import`: VTK data sets, one or one for each moment.
#pragma once

#include "engine/core/Error.h"
#include "engine/core/Log.h"
#include "engine/fields/GridWind.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
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
    std::vector<double> times;       // s, after the start
    WindLattice lattice;             // of the first
    std::vector<std::string> arrays; // of the first, that may be velocities
    std::vector<LogMessage> messages;
};

/// No array was named where several may be velocities, or one that is not there. The sentence names the file.
class WindArrayError : public Error
{
public:
    WindArrayError(const std::string& sentence, std::vector<std::string> arrays)
        : Error(ErrorKind::Scene, sentence), m_arrays(std::move(arrays))
    {
    }

    /// That may be velocities.
    const std::vector<std::string>& arrays() const { return m_arrays; }

private:
    std::vector<std::string> m_arrays;
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
