// USD as text: the arrays of the first prim that has points, in one file. Not a reader of USD: references, variants and
// transforms are not followed, and what would move the points is refused.
#pragma once

#include "engine/io/PointTable.h"

namespace sastrugi
{

struct UsdaArrays {
    std::vector<PointColumn> columns; // by their names in USD, "points" among them; of any length
    double metresPerUnit = 0;         // 0: the file does not say
    char upAxis = 0;                  // 'Y' or 'Z'; 0: the file does not say

    /// Null when there is none.
    const PointColumn* find(std::string_view name) const
    {
        for (const PointColumn& column : columns)
            if (column.name == name)
                return &column;
        return nullptr;
    }
};

/// Of samples in time the first. Throws Error(Scene) with what is wrong.
UsdaArrays usdaArrays(std::string_view content);

} // namespace sastrugi
