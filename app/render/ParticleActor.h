// The particles of a frame as lit spheres of their true radius, coloured by an attribute.
//
// While something moves, they are drawn as points, and no more than about 30,000 of them: what is left out is the same
// each time, and spread evenly.
#pragma once

#include "app/render/Colours.h"
#include "app/render/Slice.h"
#include "engine/simulation/Frame.h"

#include <memory>
#include <optional>

class vtkRenderer;

namespace sastrugi
{

class ParticleActor
{
public:
    static constexpr std::size_t reducedCount = 30'000;
    static constexpr std::size_t leastReduced = 10'000; // fewer are always drawn as spheres

    /// `colours` outlives it.
    ParticleActor(vtkRenderer& renderer, Colours& colours);
    ~ParticleActor();

    /// Null: none. The frame is held on to.
    void show(std::shared_ptr<const Frame> frame);
    /// After the colours were set; an attribute that the frame lacks: white.
    void colour();
    void setSlice(const std::optional<Slice>& slice);
    void setReduced(bool isReduced);
    bool isReduced() const;

    const std::shared_ptr<const Frame>& frame() const;
    const std::optional<Slice>& slice() const;
    /// Whether they are not white.
    bool isColoured() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sastrugi
