// Text with a line per particle, made in parallel: the same for any number of threads.
#pragma once

#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"

#include <string>
#include <vector>

namespace sastrugi
{

/// `header` and then what row(i, text) appends for each i. Throws Error(Interrupted) when stopped.
template <class Row>
std::string textRows(std::string header, std::size_t count, const std::stop_token& stop, Row&& row)
{
    std::vector<std::string> blocks(blockCount(count));
    parallelForBlocks(count, [&](std::size_t block, Range range) {
        throwIfStopped(stop);
        for (std::size_t i = range.begin; i < range.end; ++i)
            row(i, blocks[block]);
    });
    std::size_t size = header.size();
    for (const std::string& block : blocks)
        size += block.size();
    reserveLarge(header, size);
    for (std::string& block : blocks) {
        header += block;
        block = {};
    }
    return header;
}

} // namespace sastrugi
