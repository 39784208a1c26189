// Frames of one solver node from its caches, read on a thread of its own: the window never waits for a disk.
//
// Frames of the scene as it is now are valid; where there are none, those of the newest older cache of the same node
// are shown, and said to be stale. What comes next in the direction of play is read ahead.
#pragma once

#include "engine/cache/Cache.h"

#include <QObject>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace sastrugi::studio
{

/// What there is on disk.
struct FrameTable {
    std::map<std::int64_t, bool> frames; // by number: whether it is valid, or stale
    std::filesystem::path folder;        // of the valid ones, there or not
    std::filesystem::path staleFolder;   // empty: there is none
    std::uint64_t bytes = 0;             // of the valid frames
    std::size_t validCount = 0;

    bool operator==(const FrameTable&) const = default;
};

struct ReadFrame {
    std::int64_t number = 0;
    bool isValid = false;
    std::shared_ptr<const Frame> frame; // null: there is none on disk, or it could not be read
};

class FrameReader : public QObject
{
    Q_OBJECT

public:
    /// Keeps frames of up to `memory` bytes.
    explicit FrameReader(std::uint64_t memory, QObject* parent = nullptr);
    /// Waits for the end of what is being read.
    ~FrameReader() override;

    /// Whose frames; without a scene (it cannot be evaluated) all that there is of the node is stale. `base` is the
    /// folder of the document's caches.
    void setSource(const std::string& node, std::shared_ptr<const Scene> scene, const std::filesystem::path& base);
    void setNoSource();
    /// Looks at the disk again.
    void refresh();
    /// Asks for a frame; a later call takes its place. `direction` is that in which it will go on: 1, -1, or 0.
    void want(std::int64_t frame, int direction);

    const FrameTable& table() const { return m_table; }

Q_SIGNALS:
    void tableChanged();
    /// The last that was asked for, also when it changed on disk or became stale.
    void read(const sastrugi::studio::ReadFrame& frame);
    void logged(const sastrugi::LogMessage& message);

private:
    struct Source {
        std::string node;
        std::shared_ptr<const Scene> scene;
        std::filesystem::path base;
    };
    struct Request {
        std::optional<Source> source; // another one
        bool hasNoSource = false, isRefresh = false;
        std::optional<std::int64_t> frame;
        int direction = 0;
    };
    class Shelf;

    template <class Change>
    void post(Change&& change);
    void work(std::stop_token stop);
    void serve(Shelf& shelf, const Request& request);
    bool hasNewRequest();

    FrameTable m_table;
    std::uint64_t m_memory;

    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_wake;
    Request m_request;
    bool m_hasRequest = false;
    std::jthread m_thread; // last: it is joined before the rest goes
};

} // namespace sastrugi::studio
