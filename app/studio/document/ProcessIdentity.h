// Processes of this machine and others, told apart although their numbers are used again.
#pragma once

#include <QString>

namespace sastrugi::studio
{

struct ProcessIdentity {
    QString machine;
    qint64 process = 0;
    QString startTime; // clock ticks from the start of the machine to that of the process

    static ProcessIdentity ofThis();
    /// Of another machine nothing is known: neither alive nor dead.
    bool isElsewhere() const;
    bool isDead() const;
    bool operator==(const ProcessIdentity&) const = default;
};

/// Whether a process of this number lives on this machine; one that only waits to be buried does not.
bool isProcessThere(qint64 process);

} // namespace sastrugi::studio
