#include "engine/live/LiveHand.h"

#include <algorithm>

namespace sastrugi
{

LiveTarget stepTowards(const LiveTarget& from, const LiveTarget& to, double duration, const HandLimits& limits)
{
    LiveTarget next = to;
    const double longest = limits.speed * duration;
    if (const double way = (to.way - from.way).norm(); way > longest)
        next.way = from.way + longest / way * (to.way - from.way);
    for (int axis = 0; axis < 3; ++axis)
        next.turns[axis] = from.turns[axis] + std::clamp(to.turns[axis] - from.turns[axis], -limits.spin * duration,
                                                         limits.spin * duration);
    return next;
}

std::vector<LiveTarget> LiveHand::startOf(const LiveMotions& motions)
{
    std::vector<LiveTarget> start;
    for (const auto& [name, motion] : motions) {
        SASTRUGI_ASSERT(motion, "what is to follow is moved by nothing");
        start.push_back({motion->start().way, motion->start().turns});
    }
    return start;
}

LiveHand::LiveHand(LiveMotions motions, const SceneSettings& settings, const HandLimits& limits, OnKey onKey)
    : m_settings(settings), m_limits(limits), m_onKey(std::move(onKey)), m_link(startOf(motions))
{
    for (const auto& [name, motion] : motions) {
        m_names.push_back(name);
        m_motions.push_back(*motion);
        m_keys.push_back({motion->start()});
    }
}

void LiveHand::tellStart() const
{
    for (std::size_t i = 0; i < m_names.size(); ++i)
        m_onKey(m_names[i], m_keys[i].front());
}

void LiveHand::decide(std::int64_t frame)
{
    const double known = m_settings.timeOf(frame), end = m_settings.timeOf(frame + 1);
    for (std::size_t i = 0; i < m_motions.size(); ++i) {
        const TypedKey last = m_keys[i].back();
        const LiveTarget here = {last.way, last.turns};
        const LiveTarget wanted = m_link.target(i);
        const bool isSound = wanted.way.allFinite() && wanted.turns.allFinite();
        const LiveTarget there = isSound ? stepTowards(here, wanted, end - known, m_limits) : here;
        if (there == here)
            continue;
        const auto append = [&](const TypedKey& key) {
            m_motions[i].append(motionKey(key));
            m_keys[i].push_back(key);
            m_onKey(m_names[i], key);
        };
        if (last.time < known)
            append({known, here.way, here.turns}); // it rested
        append({end, there.way, there.turns});
    }
}

std::vector<MotionKey> LiveHand::placesAt(double time) const
{
    std::vector<MotionKey> places;
    for (const LiveMotion& motion : m_motions)
        places.push_back(motion.keyAt(time));
    return places;
}

std::map<std::string, std::vector<TypedKey>> LiveHand::keys() const
{
    std::map<std::string, std::vector<TypedKey>> keys;
    for (std::size_t i = 0; i < m_names.size(); ++i)
        keys[m_names[i]] = m_keys[i];
    return keys;
}

} // namespace sastrugi
