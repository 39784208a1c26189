// Which frames a command that shows cached ones works on.
#pragma once

#include "app/cli/SceneInput.h"
#include "engine/cache/Cache.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sastrugi
{

/// All that are cached, or those of --frames. Throws Error(InputOutput) that names the frames which are missing and
/// says how to compute them.
std::vector<std::int64_t> cachedFrames(const Cache& cache, const SceneInput& input, const std::string& range);

/// "1-4, 7"; the numbers are sorted.
std::string frameRanges(const std::vector<std::int64_t>& frames);

} // namespace sastrugi
