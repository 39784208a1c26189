#include "app/studio/timeline/Timeline.h"

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

Timeline::Timeline(QObject* parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Timeline::tick);
}

void Timeline::moveTo(std::int64_t frame)
{
    frame = std::clamp(frame, m_range.first, m_range.last);
    if (std::exchange(m_frame, frame) != frame)
        Q_EMIT frameChanged(frame);
}

void Timeline::setFrame(std::int64_t frame)
{
    moveTo(frame);
    if (isPlaying())
        startClock(); // it goes on from here
}

void Timeline::setRange(const FrameSpan& range)
{
    if (range == m_range)
        return;
    const bool wasWhole = m_playRange == m_range;
    m_range = {range.first, std::max(range.first, range.last)};
    const auto inside = [&](std::int64_t frame) { return std::clamp(frame, m_range.first, m_range.last); };
    m_playRange = wasWhole ? m_range : FrameSpan{inside(m_playRange.first), inside(m_playRange.last)};
    Q_EMIT rangeChanged();
    moveTo(m_frame);
}

void Timeline::setPlayRange(const FrameSpan& range)
{
    const auto inside = [&](std::int64_t frame) { return std::clamp(frame, m_range.first, m_range.last); };
    const FrameSpan wanted = {inside(std::min(range.first, range.last)), inside(std::max(range.first, range.last))};
    if (std::exchange(m_playRange, wanted) != wanted)
        Q_EMIT rangeChanged();
}

void Timeline::setFramesPerSecond(double rate)
{
    if (std::exchange(m_framesPerSecond, rate) == rate)
        return;
    Q_EMIT settingsChanged();
    if (isPlaying())
        startClock();
}

void Timeline::setPace(PlayPace pace)
{
    if (std::exchange(m_pace, pace) == pace)
        return;
    Q_EMIT settingsChanged();
    if (isPlaying())
        startClock();
}

void Timeline::setEnd(PlayEnd end)
{
    if (std::exchange(m_end, end) != end)
        Q_EMIT settingsChanged();
}

void Timeline::play(int direction)
{
    if (direction == 0)
        return stop();
    m_speed = m_direction == direction ? std::min(8.0, 2 * m_speed) : 1;
    m_direction = direction;
    if (!m_playRange.contains(m_frame) || (direction > 0 && m_frame == m_playRange.last) ||
        (direction < 0 && m_frame == m_playRange.first))
        moveTo(direction > 0 ? m_playRange.first : m_playRange.last);
    startClock();
    Q_EMIT playingChanged(true);
}

void Timeline::startClock()
{
    m_startFrame = m_frame;
    m_clock.start();
    // In real time it looks twice a frame, so that none comes late by much.
    const double perFrame = 1000 / (m_framesPerSecond * m_speed);
    m_timer.start(std::max(1, static_cast<int>(m_pace == PlayPace::RealTime ? 0.5 * perFrame : perFrame)));
}

void Timeline::stop()
{
    if (!isPlaying())
        return;
    m_direction = 0;
    m_speed = 1;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Timeline::setShown(std::int64_t frame) { m_shown = frame; }

void Timeline::tick()
{
    if (m_pace == PlayPace::EveryFrame && m_shown != m_frame)
        return; // it is not seen yet
    const double passed = 1e-9 * static_cast<double>(m_clock.nsecsElapsed()) * m_framesPerSecond * m_speed;
    const std::int64_t next = m_pace == PlayPace::EveryFrame
                                  ? m_frame + m_direction
                                  : m_startFrame + m_direction * static_cast<std::int64_t>(std::floor(passed));
    if (next == m_frame)
        return;
    moveTo(m_playRange.contains(next) ? next : afterEnd(next));
}

/// Where it goes instead of a frame outside of the playback range.
std::int64_t Timeline::afterEnd(std::int64_t frame)
{
    const std::int64_t count = m_playRange.last - m_playRange.first + 1;
    std::int64_t target = frame;
    switch (m_end) {
    case PlayEnd::Loop: target = m_playRange.first + ((frame - m_playRange.first) % count + count) % count; break;
    case PlayEnd::Stop:
        target = std::clamp(frame, m_playRange.first, m_playRange.last);
        stop();
        return target;
    case PlayEnd::Return:
        target = std::clamp(frame, m_playRange.first, m_playRange.last);
        m_direction = -m_direction;
        break;
    }
    m_startFrame = target;
    m_clock.start();
    return target;
}

} // namespace sastrugi::studio
