#include "app/cli/LiveCompanion.h"

#include <algorithm>
#include <csignal>
#include <thread>

namespace sastrugi
{

namespace
{

constexpr std::chrono::milliseconds betweenPictures(33), nap(2);

} // namespace

void LiveCompanion::frameBegins(std::int64_t frame)
{
    if (const auto onStart = std::exchange(m_onStart, {}))
        onStart();
    if (m_hand.link().isAbandoned())
        std::raise(SIGTERM); // nobody would ever stop it; what was done so far is kept
    // A frame is not begun before its time has come. One that is late is not made up for: it would race then.
    const auto now = Clock::now();
    const std::chrono::duration<double> frameTime(1 / m_settings.framesPerSecond);
    m_due = std::max(m_due + std::chrono::duration_cast<Clock::duration>(frameTime), now);
    while (Clock::now() < m_due && !m_stop.stop_requested())
        std::this_thread::sleep_for(std::min<Clock::duration>(nap, m_due - Clock::now()));
    m_hand.decide(frame);
}

void LiveCompanion::stepDone(std::int64_t frame, double time, const std::function<Frame()>& state)
{
    const auto now = Clock::now();
    if (now - m_shown < betweenPictures && time < m_settings.timeOf(frame))
        return;
    m_shown = now;
    m_hand.link().publish(state(), m_hand.placesAt(time));
}

} // namespace sastrugi
