// What is known of a run from its record and the lock on its cache.
#pragma once

#include "engine/core/Log.h"
#include "engine/motion/motionKeys.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <limits>

namespace sastrugi::studio
{

enum class RecordState {
    Absent,  // there is no record
    Awaited, // a process was started, and has not begun its record yet
    Running,
    Paused,
    Ok,
    Stopped, // can go on
    Failed,
    Died, // no end was written, and nobody holds the lock
};

/// Values are of the newest line that has them.
struct RunReport {
    RecordState state = RecordState::Absent;
    QString node, host, processStart;
    qint64 process = 0;
    qint64 firstFrame = 0, lastFrame = 0; // of the range that was asked for
    qint64 framesThere = 0;               // of them, before the run began
    qint64 frame = 0, subStep = 0;        // being computed
    qint64 doneFrame = -1;                // the newest that is on disk; negative before there is one
    double timeStep = 0;                  // seconds
    QString limiter, iterations;          // of the step; iterations as "12" or "12+3"
    qint64 particles = 0;
    double memory = 0, millisecondsPerStep = 0;                    // bytes
    double secondsLeft = std::numeric_limits<double>::quiet_NaN(); // while it is not known
    double cacheBytes = 0;                                         // of the folder
    int code = 0;                                                  // exit code
    QString sentence;                                              // why it ended, or where it may be read
    int liveDescriptor = -1; // of a live run: its memory to share, in its process (LiveLink)
    QStringList followed;    // the same: whose keys the hand gives

    bool isLive() const { return liveDescriptor >= 0; }
    /// Whether its process may still be there.
    bool isAlive() const
    {
        return state == RecordState::Awaited || state == RecordState::Running || state == RecordState::Paused;
    }
    /// 0 to 1.
    double progress() const
    {
        const double count = static_cast<double>(lastFrame - firstFrame + 1);
        const double done = static_cast<double>(doneFrame < 0 ? 0 : doneFrame - firstFrame + 1);
        return count > 0 && !isLive() ? std::min(1.0, std::max(0.0, done / count)) : 0;
    }
};

/// What has happened since the last look.
struct RunNews {
    bool isAnew = false;  // the record was begun anew: another run writes to the folder
    QList<qint64> frames; // that were finished
    QList<LogMessage> messages;
    QList<std::pair<std::string, TypedKey>> keys; // that were recorded in a live run, by node
};

} // namespace sastrugi::studio
