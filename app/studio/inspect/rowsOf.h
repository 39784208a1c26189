// Which particles a table shows, and in what order.
#pragma once

#include "engine/simulation/Frame.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi::studio
{

struct RowOrder {
    std::string filter = {};     // an expression of the columns' names; empty: all
    std::string sortColumn = {}; // empty: by id
    bool isDescending = false;
    bool operator==(const RowOrder&) const = default;
};

/// Indices of particles. In expressions the component of a vector is written with an underscore, "velocity_z < -2",
/// and a vector's own name is its length. Throws Error(Usage) with a sentence that says what of the filter is not
/// understood, Error(Interrupted) when stopped.
std::vector<std::uint32_t> rowsOf(const Frame& frame, const RowOrder& order, const std::stop_token& stop = {});

} // namespace sastrugi::studio
