#include "engine/motion/ClipTiming.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

void ClipTiming::addToHash(ContentHash& hash) const
{
    hash.add("clip timing").add(start).add(offset).add(speed).add(static_cast<int>(repeat)).add(rounds).add(blend);
}

void checkClipTiming(const ClipTiming& timing)
{
    if (timing.repeat == ClipRepeat::Onwards && timing.rounds == 0)
        fail(ErrorKind::Scene,
             "parameter 'repeat' is onwards and 'rounds' is 0, for ever; allowed is a number: how far "
             "it goes must be known");
}

ClipClock::ClipClock(const ClipTiming& timing, double duration)
    : m_timing(timing), m_duration(duration), m_period(duration), m_end(duration)
{
    if (timing.repeat == ClipRepeat::Loop)
        m_period += timing.blend;
    checkClipTiming(timing);
    if (timing.repeat != ClipRepeat::Once && duration > 0)
        m_end = timing.rounds == 0 ? std::numeric_limits<double>::infinity()
                                   : m_period * static_cast<double>(timing.rounds) - (m_period - m_duration);
}

double ClipClock::playedAt(double time) const
{
    return std::min(m_timing.offset + m_timing.speed * std::max(0.0, time - m_timing.start), m_end);
}

double ClipClock::timeOf(double played) const { return m_timing.start + (played - m_timing.offset) / m_timing.speed; }

ClipMoment ClipClock::momentOf(double played) const
{
    if (!(m_duration > 0))
        return {};
    if (m_timing.repeat == ClipRepeat::Once)
        return {std::min(played, m_duration)};
    ClipMoment moment;
    moment.round = static_cast<std::int64_t>(std::floor(played / m_period));
    if (played >= m_end) // the end of the last round, not the beginning of another
        moment.round = m_timing.rounds - 1;
    moment.time = std::clamp(played - static_cast<double>(moment.round) * m_period, 0.0, m_period);
    if (moment.time > m_duration) {
        moment.blended = std::min(1.0, (moment.time - m_duration) / (m_period - m_duration));
        moment.time = m_duration;
    }
    if (m_timing.repeat == ClipRepeat::BackAndForth && moment.round % 2 == 1) {
        moment.time = m_duration - moment.time;
        moment.isBackwards = true;
    }
    return moment;
}

} // namespace sastrugi
