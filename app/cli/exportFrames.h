// The work of `sastrugi export`: frames through a writer, with progress, and left in good order by a signal.
#pragma once

#include "engine/io/FrameWriter.h"
#include "engine/simulation/Scene.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sastrugi
{

/// Where the frames are.
class FrameSource
{
public:
    virtual ~FrameSource() = default;
    /// Of the content of a frame.
    virtual Hash hash(std::int64_t frame) const = 0;
    /// What it takes, to compare frames with each other.
    virtual std::uint64_t bytes(std::int64_t frame) const = 0;
    /// Throws Error(InputOutput) when it cannot be read, Error(Interrupted) when stopped.
    virtual std::shared_ptr<const Frame> read(std::int64_t frame, const std::stop_token& stop) = 0;
    /// One of the same size and with the same attributes.
    virtual std::shared_ptr<const Frame> example(std::int64_t frame) { return read(frame, {}); }
};

class SceneFiles;

struct ExportRun {
    SceneSettings scene; // for the times of frames
    std::vector<std::int64_t> frames;
    bool isForced = false;              // writes again what is there
    std::string progress;               // auto, none, bar, jsonl
    const SceneFiles* inputs = nullptr; // are not written over; null: none
};

/// Says how large the files will be, skips those that are there, and prints the name of every file. Returns the exit
/// code: 0, or 130 and 75 after SIGINT and SIGTERM. Throws Error(InputOutput) when the disk is too small or a file
/// cannot be written; files that are there stay, and are not written again by the next export.
int exportFrames(FrameSource& source, FileLayer& files, FrameWriter& writer, const ExportRun& run);

} // namespace sastrugi
