#include "app/render/Colours.h"

#include "app/render/colourMap.h"
#include "app/render/scalars.h"

#include <vtkLookupTable.h>
#include <vtkNew.h>

#include <algorithm>

namespace sastrugi
{

struct Colours::Parts {
    vtkNew<vtkLookupTable> table;
    Colouring colouring;
    std::optional<std::pair<double, double>> range, keptRange;
    std::pair<double, double> extremes = {0, 0};
};

Colours::Colours() : m_parts(std::make_unique<Parts>())
{
    m_parts->table->SetNumberOfTableValues(256);
    set({});
}

Colours::~Colours() = default;

const Colouring& Colours::colouring() const { return m_parts->colouring; }
std::optional<std::pair<double, double>> Colours::range() const { return m_parts->range; }
std::pair<double, double> Colours::extremes() const { return m_parts->extremes; }
vtkLookupTable& Colours::table() const { return *m_parts->table; }

void Colours::set(const Colouring& colouring)
{
    Parts& p = *m_parts;
    const std::array<Colour, 256>& colours = coloursOf(colouring.map);
    if (colouring.attribute != p.colouring.attribute)
        p.keptRange.reset();
    p.colouring = colouring;
    p.range.reset();
    for (int i = 0; i < 256; ++i) {
        const Colour& c = colours[static_cast<std::size_t>(i)];
        p.table->SetTableValue(i, c.red, c.green, c.blue);
    }
}

void Colours::take(std::span<const float> values)
{
    Parts& p = *m_parts;
    if (p.colouring.isPerFrame)
        p.range = usualRange({values.begin(), values.end()});
    else if (p.colouring.maximum > p.colouring.minimum)
        p.range = std::pair(p.colouring.minimum, p.colouring.maximum);
    else {
        if (!p.keptRange && !values.empty())
            p.keptRange = usualRange({values.begin(), values.end()});
        p.range = p.keptRange;
    }
    if (p.range)
        p.table->SetTableRange(p.range->first, p.range->second);
    if (!values.empty()) {
        const auto [least, most] = std::ranges::minmax(values);
        p.extremes = {least, most};
    }
}

} // namespace sastrugi
