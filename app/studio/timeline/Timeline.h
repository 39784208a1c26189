// The frame that is looked at, and how it moves on: the model behind the timeline's bar and keys.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>

namespace sastrugi::studio
{

struct FrameSpan {
    std::int64_t first = 1, last = 1;
    bool contains(std::int64_t frame) const { return first <= frame && frame <= last; }
    bool operator==(const FrameSpan&) const = default;
};

enum class PlayPace {
    RealTime,   // leaves out frames when it cannot keep up
    EveryFrame, // as fast as frames come, at most at the scene's rate
};

enum class PlayEnd { Loop, Stop, Return };

class Timeline : public QObject
{
    Q_OBJECT

public:
    explicit Timeline(QObject* parent = nullptr);

    std::int64_t frame() const { return m_frame; }
    /// Clamped to the scene's range; stops nothing.
    void setFrame(std::int64_t frame);

    /// Of the scene. The playback range stays as it is where it fits, or follows when it was the whole.
    const FrameSpan& range() const { return m_range; }
    void setRange(const FrameSpan& range);
    /// What is played; within range().
    const FrameSpan& playRange() const { return m_playRange; }
    void setPlayRange(const FrameSpan& range);
    double framesPerSecond() const { return m_framesPerSecond; }
    void setFramesPerSecond(double rate);

    PlayPace pace() const { return m_pace; }
    void setPace(PlayPace pace);
    PlayEnd end() const { return m_end; }
    void setEnd(PlayEnd end);

    bool isPlaying() const { return m_direction != 0; }
    /// 1 forwards, -1 backwards, 0 at rest.
    int direction() const { return m_direction; }
    /// The same way a second time doubles the speed, up to eight times.
    void play(int direction);
    void stop();
    double speed() const { return m_speed; }

    /// What shows the frame says that it is seen; until then EveryFrame waits.
    void setShown(std::int64_t frame);

Q_SIGNALS:
    void frameChanged(qint64 frame);
    void rangeChanged();
    void playingChanged(bool isPlaying);
    void settingsChanged();

private:
    void tick();
    void moveTo(std::int64_t frame);
    std::int64_t afterEnd(std::int64_t frame);
    void startClock();

    std::int64_t m_frame = 1, m_shown = 1, m_startFrame = 1;
    FrameSpan m_range, m_playRange;
    double m_framesPerSecond = 24, m_speed = 1;
    PlayPace m_pace = PlayPace::RealTime;
    PlayEnd m_end = PlayEnd::Loop;
    int m_direction = 0;
    QTimer m_timer;
    QElapsedTimer m_clock;
};

} // namespace sastrugi::studio
