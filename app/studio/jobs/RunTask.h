// What Runs holds of each run, and where the caches of documents lie that were never saved.
#pragma once

#include "app/studio/jobs/Runs.h"

#include <QElapsedTimer>

namespace sastrugi::studio
{

std::filesystem::path unsavedCaches();

struct Runs::Task {
    Run run;
    RunOrder order;
    std::optional<RunOrder> next; // when this one is over
    PreparedRun prepared;
    std::jthread preparing;
    QElapsedTimer sinceEnd; // valid once it is over

    /// Its process may still hold the lock for a moment.
    bool isJustOver() const { return run.isOver() && sinceEnd.isValid() && sinceEnd.elapsed() < 3000; }
};

} // namespace sastrugi::studio
