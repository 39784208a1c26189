#include "app/cli/Progress.h"

#include "app/cli/JsonProgress.h"
#include "app/cli/LineProgress.h"
#include "app/cli/say.h"

#include <limits>

#include <unistd.h>

namespace sastrugi
{

std::unique_ptr<Progress> makeProgress(ProgressKind kind, LogLevel level)
{
    if (kind == ProgressKind::JsonLines)
        return std::make_unique<JsonProgress>(level, sayOnOutput);
    const bool isTerminal = isatty(STDERR_FILENO) == 1;
    return std::make_unique<LineProgress>(level, kind == ProgressKind::None ? LineProgress::Style::Silent
                                                 : isTerminal               ? LineProgress::Style::Rewritten
                                                                            : LineProgress::Style::LinePerFrame);
}

void TimeLeft::start(double timeNow, double timeAtEnd)
{
    m_begin = std::chrono::steady_clock::now();
    m_first = timeNow;
    m_last = timeAtEnd;
}

double TimeLeft::seconds(double timeNow) const
{
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    if (timeNow <= m_first)
        return std::numeric_limits<double>::infinity();
    return elapsed * (m_last - timeNow) / (timeNow - m_first);
}

} // namespace sastrugi
