// The frames and checkpoints of one scene and solver node on disk: one folder per content hash.
//
// `<base>/<node>-<hash>/` holds manifest.json, lock, frame.0001.h5, ..., checkpoint.0010.h5, ...; the README of this
// folder says what is in them. Any number of processes may read while one writes.
#pragma once

#include "engine/cache/CacheLock.h"
#include "engine/cache/Manifest.h"
#include "engine/core/File.h"
#include "engine/core/Log.h"
#include "engine/simulation/Checkpoint.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sastrugi
{

/// "scene.cache" beside "scene.sastrugi".
std::filesystem::path defaultCacheBase(const std::filesystem::path& sceneFile);

/// A frame that is on disk.
struct CachedFrame {
    std::int64_t number = 0;
    std::filesystem::path file;
    std::uint64_t bytes = 0; // of the file
    Hash hash;               // Frame::contentHash()
};

class Cache
{
public:
    enum class Access {
        Read, // a quick look: sizes and seals of the files; content is checked when it is read
        Write // takes the lock, removes litter, and reads and checks every file
    };

    /// The folder of `scene` under `base`. For writing it is created; frames of a sibling folder that are equal so far
    /// are linked. Damaged and foreign files are named in `log` and count as missing; for writing they are removed.
    /// Throws Error(InputOutput): no permission, no space, or another process (named) is writing.
    Cache(FileLayer& files, const std::filesystem::path& base, const Scene& scene, Access access, const Log& log);

    /// An existing folder, for reading. Throws Error(InputOutput) when there is no readable manifest in it.
    Cache(FileLayer& files, const std::filesystem::path& folder, const Log& log);

    FileLayer& files() const { return m_files; }
    bool isWritable() const { return m_lock != nullptr; }
    const std::filesystem::path& folder() const { return m_folder; }
    const Manifest& manifest() const { return m_manifest; }

    /// The valid frames by number, as of the last look at the folder.
    const std::map<std::int64_t, CachedFrame>& frames() const { return m_frames; }
    std::vector<CachedFrame> listFrames() const;
    bool hasFrame(std::int64_t number) const { return m_frames.contains(number); }
    /// Looks again, for a reader beside a running writer.
    void refresh();

    /// Throws Error(InputOutput) that names the file when it is missing, damaged or truncated; then it is no longer
    /// among frames().
    std::shared_ptr<const Frame> readFrame(std::int64_t number);

    /// Replaces a frame of the same number. Throws Error(InputOutput); what was there before stays valid.
    CachedFrame writeFrame(const Frame& frame);

    /// Keeps the given one, the newest before it and the newest of all; returns the size of the file in bytes.
    std::uint64_t writeCheckpoint(const Checkpoint& checkpoint);
    /// The frames of the checkpoints on disk, ascending; those of Checkpoint::frame.
    std::vector<std::int64_t> checkpointFrames() const;
    /// The newest good one with Checkpoint::frame at most `frame`. Damaged ones are named in the log and removed.
    std::optional<Checkpoint> newestCheckpoint(std::int64_t frame);

    /// Takes over the frames and checkpoints of `other`, open for writing as this one: of a live run, whose scene became
    /// this one's while it went on. What is here already stays. Throws Error(InputOutput).
    void adopt(Cache& other);

    /// Removes frames from `number` on, and checkpoints past the frame before it.
    void discardFrom(std::int64_t number);

    /// Of all its files, bytes.
    std::uint64_t size() const;

private:
    std::filesystem::path frameFile(std::int64_t number) const;
    std::filesystem::path checkpointFile(std::int64_t frame) const;
    void warn(std::string code, std::string text) const;
    void openForWriting(const std::filesystem::path& base);
    void writeManifest();
    void linkEqualPrefix(const std::filesystem::path& base);
    void scan(bool thorough);
    void removeOldCheckpoints(std::int64_t newest);
    Hash prefixHash(std::int64_t frame) const;

    FileLayer& m_files;
    Log m_log;
    std::filesystem::path m_folder;
    Manifest m_manifest;
    SceneSettings m_settings;
    std::optional<PrefixHash> m_prefix; // what the frames must belong to; unknown without a scene
    std::unique_ptr<CacheLock> m_lock;
    std::map<std::int64_t, CachedFrame> m_frames;
};

} // namespace sastrugi
