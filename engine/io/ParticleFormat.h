// The table of the formats in which particles are written. A format is one source file, which makes the content of a
// frame's file, and one line in particleFormats.cpp.
#pragma once

#include "engine/core/File.h"
#include "engine/io/FrameNames.h"
#include "engine/io/ParticleTable.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// A file of a series, and its time in seconds.
struct SeriesFile {
    std::filesystem::path path;
    double time = 0;
};

/// Files beside those of the frames, which tell a program what belongs together.
class FrameIndex
{
public:
    virtual ~FrameIndex() = default;
    /// By the number in their names; times rise. Throws Error(InputOutput).
    virtual void write(const std::map<std::int64_t, SeriesFile>& series) = 0;
};

/// Writes `text` unless the file says so already: the frames of an index are added one by one.
void writeIfChanged(FileLayer& files, const std::filesystem::path& path, std::string_view text);

/// Of all that decides on a file besides what is written.
Hash hashOf(std::string_view format, const ParticleExportSettings& settings);

struct ParticleFormat {
    std::string_view name;   // as it is chosen: "plyAscii"
    std::string_view ending; // ".ply"
    std::string_view doc;    // a sentence
    std::string_view cannot; // a sentence on what is lost, to be said on every export; empty: nothing is
    TableNeeds needs;
    /// The whole file. Throws Error(InputOutput) with a sentence where the format cannot hold the particles,
    /// Error(Interrupted) when stopped.
    std::string (*encode)(const ParticleTable& table, const std::stop_token& stop);
    /// Null when there is none.
    std::unique_ptr<FrameIndex> (*makeIndex)(const FrameNames& names, const ParticleExportSettings& settings,
                                             FileLayer& files) = nullptr;
};

/// In the order in which they are listed; the first with an ending is what a file name with it means.
const std::vector<ParticleFormat>& particleFormats();

/// Null when there is none of that name.
const ParticleFormat* findParticleFormat(std::string_view name);

} // namespace sastrugi
