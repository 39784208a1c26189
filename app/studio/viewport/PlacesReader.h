// Particles whose places are given, by a file or a sampler, as a solver will begin with them: dots.
#pragma once

#include "app/studio/viewport/StrokeMaker.h"

#include "engine/simulation/Scene.h"

#include <vector>

namespace sastrugi::studio
{

class PlacesReader : public StrokeMaker
{
    Q_OBJECT

public:
    /// So many at most are shown; of more, those that come first.
    static constexpr std::size_t mostShown = 1'000'000;

    struct Order {
        std::vector<std::shared_ptr<const GivenParticles>> particles;
        Strokes::Bytes colour = {};

        bool operator==(const Order&) const = default;
    };

    using StrokeMaker::StrokeMaker;

    /// Asks for them; what is there already is not made again.
    void want(const Order& order);

private:
    Order m_order;
};

} // namespace sastrugi::studio
