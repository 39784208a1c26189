// What comes before a run: the scene is evaluated, what it needs is predicted, and a snapshot of the document is
// written. Takes its time, so not on the window's thread.
#pragma once

#include "engine/simulation/Scene.h"
#include "nodes/document/SceneDocument.h"

#include <QString>

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi::studio
{

/// What is to be simulated.
struct RunOrder {
    enum class Begin {
        Resume,  // keeps the frames that are there
        Restart, // discards them
        From     // discards those from fromFrame on
    };
    std::string node;
    Begin begin = Begin::Resume;
    std::int64_t fromFrame = 0;
    std::optional<std::int64_t> lastFrame = {}; // another one than the scene's
    bool isLive = false;                        // follows the hand, to no end
    std::vector<std::string> follow = {};       // of a live one: the nodes whose keys the hand gives; empty: all
};

/// Bytes.
struct FreeSpace {
    double memory = 0; // zero when it is not known
    double disk = 0;
};
using FreeSpaceOf = std::function<FreeSpace(const std::filesystem::path& folder)>;
/// Of this machine.
FreeSpace freeSpace(const std::filesystem::path& folder);

struct RunForecast {
    std::size_t particles = 0;
    double memory = 0, cache = 0; // bytes; of the cache for the frames that are missing, before compression
    FreeSpace free;

    /// "About 30,700 particles, 85 MiB of memory and up to 210 MiB on the disk."
    QString sentence() const;
    /// What is too small, as sentences; empty when nothing is.
    QString doubts() const;
};

struct PreparedRun {
    std::filesystem::path base, folder; // of all caches of the document, and of this one
    std::filesystem::path snapshot;
    std::filesystem::path errors; // what the process says where nobody listens
    std::int64_t firstFrame = 0, lastFrame = 0;
    RunForecast forecast;
    std::shared_ptr<const Scene> liveScene; // of a live run: with motions that can be appended to
    LiveMotions live;
};

/// The snapshot stands in `base`, one for each solver node. Throws Error: what is wrong with the scene, Interrupted.
PreparedRun prepareRun(const SceneDocument& document, const std::filesystem::path& base, const RunOrder& order,
                       const FreeSpaceOf& free, std::stop_token stop);

/// Starts `sastrugi sim` on it, in a session of its own and with low priority: it outlives the window and lets it go
/// first. Gives the number of the process. Throws Error(InputOutput).
qint64 startRunner(const PreparedRun& prepared, const RunOrder& order);

} // namespace sastrugi::studio
