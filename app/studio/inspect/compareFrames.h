// How two frames differ, particle by particle.
#pragma once

#include "engine/simulation/Frame.h"

#include <memory>

namespace sastrugi::studio
{

/// Name of the attribute that withDifference() adds.
constexpr const char* differenceName = "difference";

struct FrameComparison {
    std::size_t both = 0, onlyFirst = 0, onlySecond = 0; // ids
    double rootMeanSquare = 0, largest = 0;              // distance of the particles with equal ids, m
    std::uint32_t largestId = 0;
};

struct ComparedFrame {
    FrameComparison comparison;
    /// The first one, and how far each particle is from that of the second with its id, m; -1 where there is none.
    std::shared_ptr<const Frame> frame;
};

ComparedFrame compareFrames(const Frame& first, const Frame& second);

} // namespace sastrugi::studio
