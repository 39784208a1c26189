// The samples of boundaries as a solver will make them, in the background: all of small ones, and those near the snow
// of large ones.
#pragma once

#include "app/studio/viewport/StrokeMaker.h"

#include "engine/simulation/Solver.h"

#include <vector>

namespace sastrugi::studio
{

class SampleReader : public StrokeMaker
{
    Q_OBJECT

public:
    /// So many at most are shown; of more, those of the first boundaries.
    static constexpr std::size_t mostShown = 1'000'000;

    struct Order {
        std::vector<std::shared_ptr<const Boundary>> boundaries;
        double spacing = 0;         // of those that leave it to the solver, m
        Vector3 origin = {0, 0, 0}; // of the solver's coordinates
        Bounds region;
        Strokes::Bytes colour = {};

        bool operator==(const Order& other) const
        {
            return boundaries == other.boundaries && spacing == other.spacing && origin == other.origin &&
                   region.minimum == other.region.minimum && region.maximum == other.region.maximum &&
                   colour == other.colour;
        }
    };

    using StrokeMaker::StrokeMaker;

    /// Asks for them; what is there already is not made again.
    void want(const Order& order);

private:
    Order m_order;
};

} // namespace sastrugi::studio
