#include "app/studio/jobs/runWords.h"

#include "app/studio/jobs/Runs.h"
#include "app/studio/looks/Theme.h"

namespace sastrugi::studio
{

QString stateText(const Run& run)
{
    switch (run.state) {
    case RunState::Preparing: return QObject::tr("preparing");
    case RunState::Doubtful: return QObject::tr("waits");
    case RunState::Starting: return QObject::tr("starting");
    case RunState::Running: return QObject::tr("running");
    case RunState::Pausing: return QObject::tr("pausing");
    case RunState::Paused: return QObject::tr("paused");
    case RunState::Resuming: return QObject::tr("going on");
    case RunState::Stopping: return QObject::tr("stopping");
    case RunState::Finished: return QObject::tr("finished");
    case RunState::Stopped: return QObject::tr("stopped");
    case RunState::Failed: return QObject::tr("failed");
    case RunState::Died: return QObject::tr("died");
    }
    return {};
}

QString stateIcon(const Run& run)
{
    switch (run.state) {
    case RunState::Doubtful: return "warning";
    case RunState::Pausing:
    case RunState::Paused: return "pause";
    case RunState::Stopping:
    case RunState::Stopped: return "stop";
    case RunState::Finished: return "fresh";
    case RunState::Failed:
    case RunState::Died: return "error";
    default: return "running";
    }
}

QColor stateColour(const Run& run)
{
    switch (run.state) {
    case RunState::Doubtful: return theme().warning;
    case RunState::Finished: return theme().fresh;
    case RunState::Failed:
    case RunState::Died: return theme().error;
    case RunState::Paused:
    case RunState::Stopped: return theme().stale;
    default: return theme().running;
    }
}

QString frameText(const Run& run)
{
    const RunReport& report = run.report;
    if (report.lastFrame <= 0 && report.doneFrame < 0)
        return {};
    const qint64 frame = run.isOver() ? report.doneFrame : std::max(report.frame, report.firstFrame);
    if (run.isLive)
        return frame < 0 ? QObject::tr("live") : QObject::tr("live, frame %1").arg(frame);
    return frame < 0 ? QString() : QObject::tr("frame %1 of %2").arg(frame).arg(report.lastFrame);
}

QString remark(const Run& run)
{
    if (!run.sentence.isEmpty())
        return run.sentence;
    return run.forecast && !run.isOver() ? run.forecast->sentence() : QString();
}

} // namespace sastrugi::studio
