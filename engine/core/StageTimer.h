// Wall-clock seconds per stage of a step.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace sastrugi
{

class StageTimer
{
public:
    explicit StageTimer(std::size_t stages = 0) : m_seconds(stages) {}

    /// Adds the seconds of its lifetime to a stage.
    class Scope
    {
    public:
        Scope(StageTimer& timer, std::size_t stage) : m_timer(timer), m_stage(stage) {}
        ~Scope() { m_timer.m_seconds[m_stage] += std::chrono::duration<double>(Clock::now() - m_start).count(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        using Clock = std::chrono::steady_clock;
        StageTimer& m_timer;
        std::size_t m_stage;
        Clock::time_point m_start = Clock::now();
    };

    template <class Stage>
    [[nodiscard]] Scope measure(Stage stage)
    {
        return Scope(*this, static_cast<std::size_t>(stage));
    }

    const std::vector<double>& seconds() const { return m_seconds; }
    void reset() { m_seconds.assign(m_seconds.size(), 0.0); }

private:
    std::vector<double> m_seconds;
};

} // namespace sastrugi
