#include "engine/cache/Cache.h"

#include "engine/cache/CacheNames.h"
#include "engine/cache/CheckpointFile.h"
#include "engine/cache/FrameFile.h"
#include "engine/cache/Seal.h"
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Words.h"

#include <algorithm>

namespace sastrugi
{

namespace fs = std::filesystem;

namespace
{

constexpr std::string_view manifestName = "manifest.json";

/// What one look at a file showed.
struct Look {
    std::optional<Seal> seal;
    std::uint64_t bytes = 0;
};

Look lookAt(FileLayer& files, const fs::path& path, bool thorough)
{
    if (!thorough) {
        std::error_code error;
        return {quickSeal(path), fs::file_size(path, error)};
    }
    try {
        const std::vector<std::byte> bytes = files.readAll(path);
        return {verifiedSeal(bytes), bytes.size()};
    } catch (const Error&) {
        return {}; // it cannot be read: as good as damaged
    }
}

} // namespace

fs::path defaultCacheBase(const fs::path& sceneFile)
{
    fs::path base = sceneFile;
    return base.replace_extension(".cache");
}

Cache::Cache(FileLayer& files, const fs::path& base, const Scene& scene, Access access, const Log& log)
    : m_files(files), m_log(log), m_manifest(manifestFor(scene)), m_settings(scene.settings), m_prefix(scene)
{
    m_folder = base / cacheFolderName(m_manifest.node, m_manifest.sceneHash);
    if (access == Access::Write)
        openForWriting(base);
    scan(access == Access::Write);
}

Cache::Cache(FileLayer& files, const fs::path& folder, const Log& log) : m_files(files), m_log(log), m_folder(folder)
{
    const fs::path file = folder / manifestName;
    const std::string text = files.readText(file);
    try {
        m_manifest = manifestFromJson(text);
    } catch (const Error& error) {
        fail(ErrorKind::InputOutput, "cannot read '{}': {}; name the folder of one cache", file.string(), error.what());
    }
    scan(false);
}

void Cache::openForWriting(const fs::path& base)
{
    const bool isNew = !fs::exists(m_folder / manifestName);
    m_files.createFolder(m_folder);
    m_lock = std::make_unique<CacheLock>(m_folder);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_folder, error))
        if (entry.path().extension() == FileLayer::temporarySuffix)
            m_files.remove(entry.path());
    writeManifest();
    if (isNew)
        linkEqualPrefix(base);
}

void Cache::writeManifest()
{
    const fs::path file = m_folder / manifestName;
    if (fs::exists(file)) {
        try {
            const Manifest there = manifestFromJson(m_files.readText(file));
            if (there.sceneHash == m_manifest.sceneHash) {
                m_manifest = there;
                return;
            }
            warn("cache.foreign", fmt::format("'{}' names another scene; it is written anew", file.string()));
        } catch (const Error& damage) {
            warn("cache.damaged", fmt::format("'{}' is written anew: {}", file.string(), damage.what()));
        }
    }
    m_files.reached("before manifest", file);
    m_files.writeAtomically(file, toJson(m_manifest));
    m_files.reached("after manifest", file);
}

void Cache::linkEqualPrefix(const fs::path& base)
{
    std::error_code error;
    std::vector<fs::path> siblings;
    for (const fs::directory_entry& entry : fs::directory_iterator(base, error))
        if (entry.is_directory(error) && entry.path() != m_folder)
            siblings.push_back(entry.path());
    std::sort(siblings.begin(), siblings.end());
    std::size_t linked = 0;
    for (const fs::path& sibling : siblings)
        for (const std::string_view kind : {"frame", "checkpoint"})
            for (const auto& [number, file] : numberedFiles(sibling, kind)) {
                const std::optional<Seal> seal = quickSeal(file);
                const fs::path target = m_folder / numberedName(kind, number);
                if (!seal || seal->prefixHash != prefixHash(number) || fs::exists(target))
                    continue;
                m_files.reached("before link", target);
                m_files.link(file, target);
                ++linked;
            }
    if (linked > 0 && m_log)
        m_log({LogLevel::Info, m_manifest.node, "cache.linked",
               fmt::format("took over {} from other caches that are equal so far", counted(linked, "file"))});
}

/// With the number, so that a file under another's name is foreign too.
Hash Cache::prefixHash(std::int64_t frame) const
{
    return ContentHash().add(m_prefix->upTo(m_settings.timeOf(frame))).add(frame).digest();
}

void Cache::scan(bool thorough)
{
    const std::map<std::int64_t, fs::path> found = numberedFiles(m_folder, "frame");
    const std::vector<std::pair<std::int64_t, fs::path>> files(found.begin(), found.end());
    std::vector<Look> looks(files.size());
    parallelForEach(files.size(), [&](std::size_t i) { looks[i] = lookAt(m_files, files[i].second, thorough); });

    m_frames.clear();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto& [number, file] = files[i];
        const bool isForeign = looks[i].seal && m_prefix && looks[i].seal->prefixHash != prefixHash(number);
        if (looks[i].seal && !isForeign) {
            m_frames[number] = {number, file, looks[i].bytes, looks[i].seal->contentHash};
            continue;
        }
        warn(isForeign ? "cache.foreign" : "cache.damaged",
             fmt::format("'{}' {}; it counts as missing and is computed anew", file.string(),
                         isForeign ? "belongs to another scene or frame" : "is damaged or truncated"));
        if (m_lock)
            m_files.remove(file);
    }
}

void Cache::refresh() { scan(false); }

std::vector<CachedFrame> Cache::listFrames() const
{
    std::vector<CachedFrame> list;
    for (const auto& [number, frame] : m_frames)
        list.push_back(frame);
    return list;
}

fs::path Cache::frameFile(std::int64_t number) const { return m_folder / numberedName("frame", number); }

fs::path Cache::checkpointFile(std::int64_t frame) const { return m_folder / numberedName("checkpoint", frame); }

void Cache::warn(std::string code, std::string text) const
{
    if (m_log)
        m_log({LogLevel::Warning, m_manifest.node, std::move(code), std::move(text)});
}

std::shared_ptr<const Frame> Cache::readFrame(std::int64_t number)
{
    const fs::path file = frameFile(number);
    try {
        std::vector<std::byte> bytes = m_files.readAll(file);
        auto frame = std::make_shared<Frame>(decodeFrame(bytes, file));
        if (frame->number != number)
            fail(ErrorKind::InputOutput, "'{}' holds frame {}; simulating again computes it anew", file.string(),
                 frame->number);
        return frame;
    } catch (const Error&) {
        m_frames.erase(number);
        throw;
    }
}

CachedFrame Cache::writeFrame(const Frame& frame)
{
    SASTRUGI_ASSERT(m_lock, "a cache that was opened for reading is written to");
    const Hash hash = frame.contentHash();
    const std::vector<std::byte> bytes = encodeFrame(frame, hash, prefixHash(frame.number));
    m_files.writeAtomically(frameFile(frame.number), bytes);
    return m_frames[frame.number] = {frame.number, frameFile(frame.number), bytes.size(), hash};
}

std::uint64_t Cache::writeCheckpoint(const Checkpoint& checkpoint)
{
    SASTRUGI_ASSERT(m_lock, "a cache that was opened for reading is written to");
    const std::vector<std::byte> bytes = encodeCheckpoint(checkpoint, prefixHash(checkpoint.frame));
    m_files.writeAtomically(checkpointFile(checkpoint.frame), bytes);
    m_files.reached("before removing old checkpoints", checkpointFile(checkpoint.frame));
    removeOldCheckpoints(checkpoint.frame);
    return bytes.size();
}

void Cache::removeOldCheckpoints(std::int64_t newest)
{
    const std::vector<std::int64_t> frames = checkpointFrames();
    const auto position = std::find(frames.begin(), frames.end(), newest);
    for (const std::int64_t frame : frames) {
        const bool isBefore = position != frames.begin() && frame == *(position - 1);
        if (frame != newest && !isBefore && frame != frames.back())
            m_files.remove(checkpointFile(frame));
    }
}

std::vector<std::int64_t> Cache::checkpointFrames() const
{
    std::vector<std::int64_t> frames;
    for (const auto& [frame, file] : numberedFiles(m_folder, "checkpoint"))
        frames.push_back(frame);
    return frames;
}

std::optional<Checkpoint> Cache::newestCheckpoint(std::int64_t frame)
{
    std::vector<std::int64_t> frames = checkpointFrames();
    for (auto candidate = frames.rbegin(); candidate != frames.rend(); ++candidate) {
        if (*candidate > frame)
            continue;
        const fs::path file = checkpointFile(*candidate);
        try {
            std::vector<std::byte> bytes = m_files.readAll(file);
            Checkpoint checkpoint = decodeCheckpoint(bytes, file);
            const std::optional<Seal> seal = quickSeal(file);
            if (checkpoint.frame == *candidate && seal && (!m_prefix || seal->prefixHash == prefixHash(*candidate)))
                return checkpoint;
            warn("cache.foreign", fmt::format("'{}' belongs to another scene or frame and is not used", file.string()));
        } catch (const Error& error) {
            warn("cache.damaged", error.what());
        }
        if (m_lock)
            m_files.remove(file);
    }
    return std::nullopt;
}

void Cache::adopt(Cache& other)
{
    SASTRUGI_ASSERT(m_lock && other.m_lock, "a cache that was opened for reading takes or gives files");
    for (const std::string_view kind : {"frame", "checkpoint"})
        for (const auto& [number, file] : numberedFiles(other.m_folder, kind)) {
            const fs::path target = m_folder / numberedName(kind, number);
            std::vector<std::byte> bytes = m_files.readAll(file);
            if (const std::optional<Seal> seal = verifiedSeal(bytes); seal && !fs::exists(target)) {
                bytes.resize(bytes.size() - sealSize);
                appendSeal(bytes, {seal->contentHash, prefixHash(number)});
                m_files.writeAtomically(target, bytes);
            }
            other.m_files.remove(file); // one after the other: a disk is not asked for the room of both
        }
    other.m_frames.clear();
    scan(false);
}

void Cache::discardFrom(std::int64_t number)
{
    SASTRUGI_ASSERT(m_lock, "a cache that was opened for reading is written to");
    for (const auto& [frame, file] : numberedFiles(m_folder, "checkpoint"))
        if (frame >= number)
            m_files.remove(file);
    // The last first: when this is interrupted, what is left has no holes.
    const std::map<std::int64_t, fs::path> frames = numberedFiles(m_folder, "frame");
    for (auto entry = frames.rbegin(); entry != frames.rend() && entry->first >= number; ++entry)
        m_files.remove(entry->second);
    m_frames.erase(m_frames.lower_bound(number), m_frames.end());
}

std::uint64_t Cache::size() const
{
    std::uint64_t bytes = 0;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_folder, error))
        if (entry.is_regular_file(error))
            bytes += entry.file_size(error);
    return bytes;
}

} // namespace sastrugi
