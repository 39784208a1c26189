// Where a run can go on from, bit for bit.
#pragma once

#include "engine/simulation/Solver.h"

#include <cstdint>
#include <map>
#include <string>

namespace sastrugi
{

/// The state after a completed step. Its time is that of `frame`, or lies between it and the next.
struct Checkpoint {
    std::int64_t frame = 0;                // the last finished frame
    double time = 0;                       // seconds
    std::int64_t stepCount = 0;            // since time zero
    std::map<std::string, double> figures; // what the frame loop has summed up since `frame`
    Snapshot snapshot;
};

} // namespace sastrugi
