#include "engine/simulation/FrameSummary.h"

#include <fmt/format.h>

#include <algorithm>

namespace sastrugi
{

namespace
{

// Apart from the solvers' own names.
constexpr const char* stepsKey = "steps";
constexpr const char* secondsKey = "stepSeconds";
constexpr const char* smallestKey = "smallestTimeStep";

const char* codeOf(StepProblem::Kind kind)
{
    switch (kind) {
    case StepProblem::Kind::NonFinite: return "step.nonFinite";
    case StepProblem::Kind::NotConverged: return "step.notConverged";
    case StepProblem::Kind::Limited: return "step.limited";
    case StepProblem::Kind::Lost: return "step.lost";
    }
    return "step";
}

} // namespace

void FrameSummary::add(const StepReport& report, double seconds)
{
    const bool isFirst = !m_sums.contains(stepsKey);
    m_sums[stepsKey] += 1;
    m_sums[secondsKey] += seconds;
    m_sums[smallestKey] = isFirst ? report.timeStep : std::min(m_sums[smallestKey], report.timeStep);
    for (const auto& [name, value] : report.figures)
        m_sums["sum." + name] += value;
    for (const StepProblem& problem : report.problems)
        if (m_problems[problem.kind].count++ == 0)
            m_problems[problem.kind].first = problem;
}

std::int64_t FrameSummary::steps() const
{
    const auto steps = m_sums.find(stepsKey);
    return steps == m_sums.end() ? 0 : static_cast<std::int64_t>(steps->second);
}

void FrameSummary::addFigures(Frame& frame) const
{
    for (const auto& [name, sum] : m_sums)
        if (name.starts_with("sum."))
            frame.figures.emplace(name.substr(4), sum / static_cast<double>(steps()));
        else
            frame.figures.emplace(name, sum);
}

void FrameSummary::logProblems(const std::string& node, std::int64_t frame, const Log& log) const
{
    for (const auto& [kind, problem] : m_problems) {
        std::string text = problem.first.text;
        if (problem.first.particle)
            text += fmt::format(" (particle {})", *problem.first.particle);
        text += problem.count > 1 ? fmt::format("; and {} times more in frame {}", problem.count - 1, frame)
                                  : fmt::format(" in frame {}", frame);
        log({LogLevel::Warning, node, codeOf(kind), text});
    }
}

} // namespace sastrugi
