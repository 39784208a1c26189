// Attributes of a frame from the arrays of a solver, which keeps particles in an order of its own.
#pragma once

#include "engine/core/Parallel.h"
#include "engine/particles/Attributes.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace sastrugi
{

/// Ids are 0 to count - 1: each particle goes to the place of its id, so that frames have one order.
class ScatterById
{
public:
    /// Both outlive this; `ids` has one for each particle of `to`.
    ScatterById(Attributes& to, const std::uint32_t* ids) : m_to(to), m_ids(ids) {}

    /// Adds an attribute of type float or integer: value(i, component) of the solver's particle i.
    template <class Value>
    void operator()(std::string_view name, int components, Value&& value) const
    {
        using T = decltype(value(std::size_t{0}, std::size_t{0}));
        const std::span<T> to = m_to.add<T>(name, components);
        const auto size = static_cast<std::size_t>(components);
        parallelFor(m_to.count(), [&](std::size_t i) {
            for (std::size_t k = 0; k < size; ++k)
                to[size * m_ids[i] + k] = value(i, k);
        });
    }

private:
    Attributes& m_to;
    const std::uint32_t* m_ids;
};

} // namespace sastrugi
