#include "app/cli/LineProgress.h"

#include "app/cli/SceneInput.h"
#include "app/cli/say.h"
#include "app/cli/shortTime.h"
#include "engine/core/Words.h"

#include <cmath>

namespace sastrugi
{

namespace
{

/// The solver's iterations, whatever it calls them.
std::string iterations(const StepReport& report)
{
    std::string text;
    for (const auto& [key, value] : report.figures)
        if (key.ends_with("terations"))
            text += fmt::format("{}{:.0f}", text.empty() ? "" : "+", value);
    return text.empty() ? "" : fmt::format("  iterations {}", text);
}

} // namespace

void LineProgress::setScene(const Scene& scene)
{
    m_settings = scene.settings;
    m_node = scene.solverNode;
    m_line.clear();
}

void LineProgress::started(const RunStart& start)
{
    m_first = start.firstFrame;
    m_last = start.lastFrame;
    if (m_style != Style::Silent && start.framesThere > 0)
        show(fmt::format("{}: {} of {} there already", m_node, start.framesThere,
                         counted(m_last - m_first + 1, "frame")));
    clear();
}

void LineProgress::beginning(std::int64_t frame, bool fromCheckpoint)
{
    m_timeLeft.start(m_settings.timeOf(std::max(frame - 1, m_settings.firstFrame)), m_settings.timeOf(m_last));
    if (m_style != Style::Silent && fromCheckpoint) {
        show(fmt::format("{}: resumed from a checkpoint, before frame {}", m_node, frame));
        clear();
    }
}

void LineProgress::stepDone(const StepDone& step)
{
    m_line = fmt::format("{}: frame {} of {}  {}  step {:.3g} ms{}  {:.0f} ms per step  {} left", m_node, step.frame,
                         m_last, counted(step.particles, "particle"), 1e3 * step.report.timeStep,
                         iterations(step.report), 1e3 * step.seconds, shortTime(m_timeLeft.seconds(step.time)));
    const auto now = std::chrono::steady_clock::now();
    if (m_style != Style::Rewritten || now - m_shown < std::chrono::milliseconds(100))
        return;
    m_shown = now;
    show(m_line);
}

void LineProgress::frameDone(const FrameDone& frame)
{
    if (m_style == Style::LinePerFrame) {
        show(m_line.empty() ? fmt::format("{}: frame {} of {}  {}", m_node, frame.frame.number, m_last,
                                          counted(frame.frame.particles.count(), "particle"))
                            : m_line);
        clear();
    }
}

void LineProgress::paused(std::int64_t lastFrame, double)
{
    m_timeLeft.pause();
    clear();
    if (m_style != Style::Silent)
        say(fmt::format("{}: paused after frame {}, with a checkpoint; SIGCONT goes on\n", m_node, lastFrame));
}

void LineProgress::continued() { m_timeLeft.goOn(); }

void LineProgress::message(const LogMessage& message)
{
    if (!isShown(message))
        return;
    clear();
    printMessage(message);
}

void LineProgress::end(std::string_view, int, const std::string&) { clear(); }

void LineProgress::show(const std::string& line)
{
    say(m_style == Style::Rewritten ? "\r\x1b[K" + line : line);
    m_isLineOpen = true;
}

void LineProgress::clear()
{
    if (m_isLineOpen)
        say("\n");
    m_isLineOpen = false;
}

} // namespace sastrugi
