// Follows a hand: turns where it wants things to be into key frames, one at the end of each frame.
//
// What has to move stays where it is until then, and gets there no faster than it may: at a constant velocity within a
// frame, so that the same keys, linear, say the same later.
#pragma once

#include "engine/live/LiveLink.h"
#include "engine/motion/LiveMotion.h"
#include "engine/simulation/Scene.h"

#include <functional>
#include <string>
#include <vector>

namespace sastrugi
{

struct HandLimits {
    double speed = 2; // of ways, m/s
    double spin = 3;  // of turns, rad/s
};

class LiveHand
{
public:
    /// Told of each key that is appended.
    using OnKey = std::function<void(const std::string& name, const TypedKey& key)>;

    /// `motions` are those of the scene, all begun. Throws Error as LiveLink.
    LiveHand(LiveMotions motions, const SceneSettings& settings, const HandLimits& limits, OnKey onKey);

    LiveLink& link() { return m_link; }
    /// In the order of the link's targets.
    const std::vector<std::string>& names() const { return m_names; }

    /// Tells of the first keys.
    void tellStart() const;
    /// Before the steps that lead to `frame`: decides where everything is at the end of the frame after it.
    void decide(std::int64_t frame);
    /// Where everything is.
    std::vector<MotionKey> placesAt(double time) const;
    /// Of each, all its keys so far.
    std::map<std::string, std::vector<TypedKey>> keys() const;

private:
    static std::vector<LiveTarget> startOf(const LiveMotions& motions);

    SceneSettings m_settings;
    HandLimits m_limits;
    OnKey m_onKey;
    std::vector<std::string> m_names;
    std::vector<LiveMotion> m_motions;
    std::vector<std::vector<TypedKey>> m_keys;
    LiveLink m_link;
};

/// From `from` towards `to` in `duration` seconds; each turn by itself.
LiveTarget stepTowards(const LiveTarget& from, const LiveTarget& to, double duration, const HandLimits& limits);

} // namespace sastrugi
