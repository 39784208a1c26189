// Which moment of a clip is played at which time of the scene.
#pragma once

#include "engine/core/Parameter.h"

#include <cstdint>

namespace sastrugi
{

enum class ClipRepeat {
    Once,         // stays as it is at the end
    Loop,         // begins again where it began
    Onwards,      // begins again where it ended: a walk goes on
    BackAndForth, // turns round
};

struct ClipTiming {
    double start = 0;  // of the scene: until then everything is as it is then. Seconds
    double offset = 0; // into the clip, at the start. Seconds
    double speed = 1;  // seconds of the clip in a second
    ClipRepeat repeat = ClipRepeat::Once;
    std::int64_t rounds = 0; // 0: for ever
    double blend = 0;        // time in which the end becomes the beginning of the next round, seconds of the clip

    void addToHash(ContentHash& hash) const;
};

inline auto parameters(Tag<ClipTiming>)
{
    using P = ClipTiming;
    return std::tuple{
        number(&P::start, "clipStart", Unit::Second, 0, 1e5,
               "When the animation begins; until then everything stays as it is then."),
        number(&P::offset, "clipOffset", Unit::Second, 0, 1e5, "How far into the animation it begins."),
        number(&P::speed, "clipSpeed", Unit::None, 0, 1000,
               "How fast it is played: 2 takes half the time, 0 holds the moment of the offset."),
        choice(&P::repeat, "repeat",
               {{"once", ClipRepeat::Once, "Everything stays as it is at the end."},
                {"loop", ClipRepeat::Loop, "It begins again where it began."},
                {"onwards", ClipRepeat::Onwards,
                 "It begins again where it has ended, so that what walks goes on; the pose must be the same."},
                {"backAndForth", ClipRepeat::BackAndForth, "It turns round, and again at the beginning."}},
               "What happens when the animation ends."),
        zeroMeans("for ever", integer(&P::rounds, "rounds", 0, 100000,
                                      "How often it is played, where it repeats; onwards needs a number.")),
        number(
            &P::blend, "loopBlend", Unit::Second, 0, 1e3,
            "In a loop, time of the animation in which the end becomes the beginning again, such as that of a frame; "
            "0 is for those that end as they begin."),
    };
}

/// Throws Error(Scene) when values contradict each other.
void checkClipTiming(const ClipTiming& timing);

/// A moment of a clip.
struct ClipMoment {
    double time = 0;        // in the clip, s
    std::int64_t round = 0; // how often it has been played
    double blended = 0;     // how far the end has become the beginning, 0 to 1; then `time` is the end
    bool isBackwards = false;
};

/// The timing of a clip of some duration.
class ClipClock
{
public:
    /// Throws Error(Scene) when a value contradicts another one.
    ClipClock(const ClipTiming& timing, double duration);

    const ClipTiming& timing() const { return m_timing; }
    double duration() const { return m_duration; }
    /// Seconds of the clip since its beginning, over all rounds. Rises with `time`; ends where nothing moves any more.
    double playedAt(double time) const;
    /// When so much of it is played: the inverse of playedAt() while it moves.
    double timeOf(double played) const;
    ClipMoment momentOf(double played) const;
    /// Of one round with its blend, seconds of the clip.
    double period() const { return m_period; }
    /// All that is ever played, seconds of the clip; infinite when it goes on for ever.
    double end() const { return m_end; }

private:
    ClipTiming m_timing;
    double m_duration, m_period, m_end;
};

} // namespace sastrugi
