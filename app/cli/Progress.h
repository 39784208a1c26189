// How a run tells about itself: a line for a person on stderr, or JSON lines for a program.
#pragma once

#include "app/cli/arguments.h"
#include "engine/core/Log.h"
#include "engine/motion/motionKeys.h"
#include "engine/simulation/Simulation.h"

#include <memory>
#include <string>
#include <vector>

namespace sastrugi
{

/// In the order in which --progress names them.
enum class ProgressKind { Automatic, None, Bar, JsonLines };

/// Follows the runs of one command.
class Progress : public RunObserver
{
public:
    explicit Progress(LogLevel level) : m_level(level) {}

    /// Before each run.
    virtual void setScene(const Scene& scene) = 0;
    /// After paused().
    virtual void continued() = 0;
    /// Of a live run: what follows, and the memory that is shared (LiveLink) as a descriptor of this process.
    virtual void live(int /*descriptor*/, const std::vector<std::string>& /*followed*/) {}
    /// What follows got a key.
    virtual void keyAppended(const std::string& /*name*/, const TypedKey& /*key*/) {}
    /// After the last run, or when something failed; `sentence` may be empty.
    virtual void end(std::string_view status, int code, const std::string& sentence) = 0;

protected:
    bool isShown(const LogMessage& message) const { return message.level >= m_level; }

private:
    LogLevel m_level;
};

/// What is shown of a run. Its record is beside it (RunProgress).
std::unique_ptr<Progress> makeProgress(ProgressKind kind, LogLevel level);

/// Seconds left of a run, from how much of it is done.
class TimeLeft
{
public:
    void start(double timeNow, double timeAtEnd);
    /// Not finite before there is anything to judge by.
    double seconds(double timeNow) const;
    /// The time between the two is not the run's.
    void pause() { m_pause = std::chrono::steady_clock::now(); }
    void goOn() { m_begin += std::chrono::steady_clock::now() - m_pause; }

private:
    std::chrono::steady_clock::time_point m_begin{}, m_pause{};
    double m_first = 0, m_last = 0;
};

} // namespace sastrugi
