// The particles of a frame as lit spheres of their true radius, coloured by an attribute.
//
// While something moves, they are drawn as points, and no more than about 50,000 of them: what is left out is the same
// each time, and spread evenly.
#pragma once

#include "app/render/Slice.h"
#include "engine/simulation/Frame.h"

#include <memory>
#include <optional>
#include <string>

class vtkLookupTable;
class vtkRenderer;

namespace sastrugi
{

/// How numbers become colours.
struct Colouring {
    std::string attribute = "density"; // of the particles; of a vector its length; empty: white
    std::string map = "ice";           // of colourMaps()
    bool isPerFrame = false;           // the range is that of each frame
    double minimum = 0, maximum = 0;   // of the range; equal: that of the first frame that has any, and it stays
    bool operator==(const Colouring&) const = default;
};

class ParticleActor
{
public:
    static constexpr std::size_t reducedCount = 50'000;
    static constexpr std::size_t leastReduced = 10'000; // fewer are always drawn as spheres

    explicit ParticleActor(vtkRenderer& renderer);
    ~ParticleActor();

    /// Null: none. The frame is held on to.
    void show(std::shared_ptr<const Frame> frame);
    /// An attribute that the frame lacks: white.
    void setColouring(const Colouring& colouring);
    void setSlice(const std::optional<Slice>& slice);
    void setReduced(bool isReduced);
    bool isReduced() const;

    const std::shared_ptr<const Frame>& frame() const;
    const Colouring& colouring() const;
    const std::optional<Slice>& slice() const;
    /// Of the colours that are shown; nothing when they are white.
    std::optional<std::pair<double, double>> range() const;
    /// The least and the largest number in the frame, where range() is given; they may lie outside of it.
    std::pair<double, double> extremes() const;
    vtkLookupTable& colours() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sastrugi
