// Progress for a person: one line, rewritten on a terminal, else one per frame.
#pragma once

#include "app/cli/Progress.h"

#include <chrono>

namespace sastrugi
{

class LineProgress : public Progress
{
public:
    enum class Style { Silent, Rewritten, LinePerFrame };
    LineProgress(LogLevel level, Style style) : Progress(level), m_style(style) {}

    void setScene(const Scene& scene) override;
    void end(std::string_view status, int code, const std::string& sentence) override;
    void started(const RunStart& start) override;
    void beginning(std::int64_t frame, bool fromCheckpoint) override;
    void stepDone(const StepDone& step) override;
    void frameDone(const FrameDone& frame) override;
    void paused(std::int64_t lastFrame, double time) override;
    void continued() override;
    void message(const LogMessage& message) override;

private:
    void show(const std::string& line);
    void clear();

    Style m_style;
    SceneSettings m_settings;
    std::string m_node; // of the solver, in front of each line
    std::int64_t m_first = 0, m_last = 0;
    TimeLeft m_timeLeft;
    std::string m_line; // of the last step
    std::chrono::steady_clock::time_point m_shown{};
    bool m_isLineOpen = false;
};

} // namespace sastrugi
