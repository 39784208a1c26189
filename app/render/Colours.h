// How numbers become colours in a picture: those of its particles, or of the surface that is shown in their stead.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

class vtkLookupTable;

namespace sastrugi
{

struct Colouring {
    std::string attribute = "density"; // of the particles; of a vector its length; empty: white
    std::string map = "ice";           // of colourMaps()
    bool isPerFrame = false;           // the range is that of each frame
    double minimum = 0, maximum = 0;   // of the range; equal: that of the first frame that has any, and it stays
    bool operator==(const Colouring&) const = default;
};

class Colours
{
public:
    Colours();
    ~Colours();

    /// Throws Error(Usage) when there is no such map.
    void set(const Colouring& colouring);
    const Colouring& colouring() const;
    /// The numbers that are shown: they may decide on the range.
    void take(std::span<const float> values);

    /// Of the colours; nothing before there were numbers.
    std::optional<std::pair<double, double>> range() const;
    /// The least and the largest of the numbers that were taken last; they may lie outside of range().
    std::pair<double, double> extremes() const;
    /// For VTK: it lives as long as this.
    vtkLookupTable& table() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sastrugi
