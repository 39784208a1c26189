// The frames that are held in memory, and where the others are. Of one thread.
#pragma once

#include "app/studio/frames/FrameReader.h"

#include <list>

namespace sastrugi::studio
{

class FrameReader::Shelf
{
public:
    /// Holds frames of up to `memory` bytes, and always the wanted one.
    Shelf(std::uint64_t memory, const Log& log);

    void setSource(const std::string& node, std::shared_ptr<const Scene> scene, const std::filesystem::path& base);
    void setNoSource();
    void refresh();
    FrameTable table() const;

    void setWanted(std::int64_t frame);
    /// The wanted frame; nothing when it is the same as the last time.
    std::optional<ReadFrame> readWanted();
    /// Reads the frame that lies so far from the wanted one, if it is there and not held yet.
    void readAhead(int offset);

private:
    struct Held {
        Hash hash; // of the frame's content
        std::shared_ptr<const Frame> frame;
        std::uint64_t bytes = 0;
    };

    Cache* cacheOf(std::int64_t frame) const;
    std::shared_ptr<const Frame> take(Cache& cache, std::int64_t number);
    void findStale();

    std::uint64_t m_memory, m_held = 0;
    Log m_log; // says everything once, however often the disk is looked at
    FileLayer m_files;
    std::string m_node;
    std::shared_ptr<const Scene> m_scene;
    std::filesystem::path m_base;
    std::unique_ptr<Cache> m_valid, m_stale;
    std::list<Held> m_frames; // used last: first
    std::optional<std::int64_t> m_wanted;
    std::optional<std::pair<Hash, bool>> m_given; // content, and whether it was valid
    bool m_isGivenNone = false;
};

} // namespace sastrugi::studio
