// Memory that a live run shares with those who watch it: where the hand wants things to be, and the newest state.
//
// The run makes it, others open it as long as the run's process lives, on the same machine and as the same user. One
// writes targets, one publishes; any number may read. Nobody waits for anybody.
#pragma once

#include "engine/motion/motionKeys.h"
#include "engine/simulation/Frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

/// Where a hand wants something to be, as in a key.
struct LiveTarget {
    Vector3 way = Vector3::Zero();   // m
    Vector3 turns = Vector3::Zero(); // about the fixed axes x, then y, then z; rad
    bool operator==(const LiveTarget& other) const { return way == other.way && turns == other.turns; }
};

/// A state in between frames, or a frame.
struct LivePicture {
    std::uint64_t serial = 0;      // of the newest one: higher
    Frame frame;                   // `number` is that of the frame that is computed or done
    std::vector<MotionKey> places; // of what follows, at the frame's time
};

class LiveLink
{
public:
    /// More cannot be followed.
    static constexpr std::size_t mostFollowed = 64;

    /// Of a run, with where things are. Throws Error(InputOutput), Error(Usage) for too many.
    explicit LiveLink(std::span<const LiveTarget> start);
    /// Of one who watches. Throws Error(InputOutput) when the process is gone, or holds something else.
    LiveLink(std::int64_t process, int descriptor);
    ~LiveLink();
    LiveLink(const LiveLink&) = delete;
    LiveLink& operator=(const LiveLink&) = delete;

    int descriptor() const { return m_descriptor; }
    std::size_t followedCount() const;
    /// Whether somebody watched, whose process is gone.
    bool isAbandoned() const;

    void setTarget(std::size_t index, const LiveTarget& target);
    /// The newest; the one before where its writer ended while it wrote.
    LiveTarget target(std::size_t index);

    /// False when it is too large; then the one before stays.
    bool publish(const Frame& frame, std::span<const MotionKey> places);
    /// Of the newest picture; 0 before there is one.
    std::uint64_t newestSerial() const;
    /// The newest picture; nothing before there is one, or while it is overtaken again and again.
    std::optional<LivePicture> newest();

private:
    struct Header;
    struct Slot;
    struct Page;

    void map();
    Header& header() const;
    Slot& slot(std::size_t index) const;
    Page& page(std::size_t index) const;

    int m_descriptor = -1;
    void* m_memory = nullptr;
    std::vector<LiveTarget> m_targets; // that were read last
    std::vector<std::byte> m_bytes;    // of a picture; memory that is taken anew each time costs more than the copy
};

} // namespace sastrugi
