#include "app/render/scalars.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

std::vector<float> scalarsOf(const Attributes& of, const std::string& attribute)
{
    const AttributeArray* array = of.find(attribute);
    if (!array) {
        std::string known;
        for (const AttributeArray& other : of.arrays())
            known += (known.empty() ? "" : ", ") + other.name;
        fail(ErrorKind::Usage, "the particles have no attribute '{}'; they have {}", attribute, known);
    }
    const auto components = static_cast<std::size_t>(array->components);
    std::vector<float> scalars(of.count());
    const auto fill = [&](auto values) {
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            double squared = 0;
            for (std::size_t k = 0; k < components; ++k)
                squared += std::pow(static_cast<double>(values[components * i + k]), 2);
            scalars[i] =
                static_cast<float>(components > 1 ? std::sqrt(squared) : static_cast<double>(values[components * i]));
        }
    };
    switch (array->type) {
    case ElementType::Float32: fill(array->values<float>()); break;
    case ElementType::Float64: fill(array->values<double>()); break;
    case ElementType::UInt8: fill(array->values<std::uint8_t>()); break;
    case ElementType::UInt32: fill(array->values<std::uint32_t>()); break;
    case ElementType::UInt64: fill(array->values<std::uint64_t>()); break;
    }
    return scalars;
}

std::pair<double, double> usualRange(std::vector<float> values)
{
    if (values.empty())
        return {0, 1};
    const auto at = [&](double share) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), place, values.end());
        return static_cast<double>(*place);
    };
    const double low = at(0.01), high = at(0.99);
    return high > low ? std::pair(low, high) : std::pair(low - 0.5, high + 0.5);
}

} // namespace sastrugi
