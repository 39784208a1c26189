// What the steps of one frame said, summed up: figures for the frame, and one message per kind of trouble.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Solver.h"

#include <cstdint>
#include <map>
#include <string>

namespace sastrugi
{

class FrameSummary
{
public:
    void add(const StepReport& report, double seconds);

    /// `steps`, `stepSeconds`, `smallestTimeStep`, and the mean over the steps of each figure that they reported;
    /// what the solver gave stays.
    void addFigures(Frame& frame) const;
    /// "...; and 11 times more in frame 7"
    void logProblems(const std::string& node, std::int64_t frame, const Log& log) const;
    std::int64_t steps() const;
    bool hasLost() const { return m_problems.contains(StepProblem::Kind::Lost); }

    /// For a checkpoint in the middle of a frame; problems are not kept.
    const std::map<std::string, double>& sums() const { return m_sums; }
    explicit FrameSummary(std::map<std::string, double> sums = {}) : m_sums(std::move(sums)) {}

private:
    struct Repeated {
        StepProblem first;
        int count = 0;
    };

    std::map<std::string, double> m_sums;
    std::map<StepProblem::Kind, Repeated> m_problems;
};

} // namespace sastrugi
