#include "app/studio/frames/Shelf.h"

#include "engine/cache/CacheList.h"

#include <algorithm>
#include <set>

namespace sastrugi::studio
{

namespace
{

std::uint64_t bytesOf(const Frame& frame)
{
    std::uint64_t bytes = 0;
    for (const AttributeArray& array : frame.particles.arrays())
        bytes += array.bytes.size();
    return bytes;
}

} // namespace

FrameReader::Shelf::Shelf(std::uint64_t memory, const Log& log)
    : m_memory(memory), m_log([log, said = std::make_shared<std::set<std::string>>()](const LogMessage& message) {
          if (said->insert(message.text).second)
              log(message);
      })
{
}

void FrameReader::Shelf::setSource(const std::string& node, std::shared_ptr<const Scene> scene,
                                   const std::filesystem::path& base)
{
    m_node = node;
    m_scene = std::move(scene);
    m_base = base;
    m_valid.reset();
    if (m_scene)
        m_valid = std::make_unique<Cache>(m_files, m_base, *m_scene, Cache::Access::Read, m_log);
    findStale();
}

void FrameReader::Shelf::setNoSource()
{
    m_scene.reset();
    m_valid.reset();
    m_stale.reset();
    m_node.clear();
}

void FrameReader::Shelf::refresh()
{
    if (m_valid)
        m_valid->refresh();
    if (!m_node.empty())
        findStale();
}

/// The other cache of this node that was written to last.
void FrameReader::Shelf::findStale()
{
    const CacheFolder* newest = nullptr;
    const std::vector<CacheFolder> folders = listCaches(m_files, m_base);
    for (const CacheFolder& folder : folders)
        if (folder.manifest.node == m_node && folder.frames > 0 && !(m_valid && folder.folder == m_valid->folder()))
            newest = &folder; // they come in the order of writing
    if (!newest)
        return m_stale.reset();
    try {
        if (m_stale && m_stale->folder() == newest->folder)
            m_stale->refresh();
        else
            m_stale = std::make_unique<Cache>(m_files, newest->folder, m_log);
    } catch (const Error&) {
        m_stale.reset(); // it went away meanwhile
    }
}

FrameTable FrameReader::Shelf::table() const
{
    FrameTable table;
    if (m_stale) {
        table.staleFolder = m_stale->folder();
        for (const auto& [number, file] : m_stale->frames())
            table.frames[number] = false;
    }
    if (m_valid) {
        table.folder = m_valid->folder();
        table.validCount = m_valid->frames().size();
        for (const auto& [number, file] : m_valid->frames()) {
            table.frames[number] = true;
            table.bytes += file.bytes;
        }
    }
    return table;
}

Cache* FrameReader::Shelf::cacheOf(std::int64_t frame) const
{
    return m_valid && m_valid->hasFrame(frame)   ? m_valid.get()
           : m_stale && m_stale->hasFrame(frame) ? m_stale.get()
                                                 : nullptr;
}

std::shared_ptr<const Frame> FrameReader::Shelf::take(Cache& cache, std::int64_t number)
{
    const Hash hash = cache.frames().at(number).hash;
    const auto held =
        std::find_if(m_frames.begin(), m_frames.end(), [&](const Held& entry) { return entry.hash == hash; });
    if (held != m_frames.end()) {
        m_frames.splice(m_frames.begin(), m_frames, held);
        return m_frames.front().frame;
    }
    std::shared_ptr<const Frame> frame;
    try {
        frame = cache.readFrame(number);
    } catch (const std::exception& error) {
        m_log({LogLevel::Error, m_node, "cache.damaged", error.what()});
        return nullptr;
    }
    m_frames.push_front({hash, frame, bytesOf(*frame)});
    m_held += m_frames.front().bytes;
    while (m_held > m_memory && m_frames.size() > 1) {
        m_held -= m_frames.back().bytes;
        m_frames.pop_back();
    }
    return frame;
}

void FrameReader::Shelf::setWanted(std::int64_t frame)
{
    m_wanted = frame;
    m_given.reset(); // an answer is waited for
    m_isGivenNone = false;
}

std::optional<ReadFrame> FrameReader::Shelf::readWanted()
{
    if (!m_wanted)
        return std::nullopt;
    Cache* cache = cacheOf(*m_wanted);
    const bool isValid = cache && cache == m_valid.get();
    if (cache && m_given == std::pair(cache->frames().at(*m_wanted).hash, isValid))
        return std::nullopt;
    if (!cache && m_isGivenNone)
        return std::nullopt;
    const std::optional<Hash> hash = cache ? std::optional(cache->frames().at(*m_wanted).hash) : std::nullopt;
    const std::shared_ptr<const Frame> frame = cache ? take(*cache, *m_wanted) : nullptr;
    m_given.reset();
    if (hash && frame)
        m_given.emplace(*hash, isValid);
    m_isGivenNone = !cache;
    return ReadFrame{*m_wanted, isValid, frame};
}

void FrameReader::Shelf::readAhead(int offset)
{
    if (!m_wanted)
        return;
    const std::int64_t number = *m_wanted + offset;
    if (Cache* cache = cacheOf(number))
        take(*cache, number);
}

} // namespace sastrugi::studio
