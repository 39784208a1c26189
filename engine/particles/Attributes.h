// Named arrays of equal length: the particles of a frame, the tables of a snapshot.
#pragma once

#include "engine/core/Error.h"
#include "engine/core/Hash.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

enum class ElementType : std::uint8_t { Float32, Float64, UInt8, UInt32, UInt64 };

std::string_view name(ElementType type);
std::size_t sizeOf(ElementType type);

template <class T>
constexpr ElementType elementTypeOf()
{
    if constexpr (std::is_same_v<T, float>)
        return ElementType::Float32;
    else if constexpr (std::is_same_v<T, double>)
        return ElementType::Float64;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return ElementType::UInt8;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return ElementType::UInt32;
    else {
        static_assert(std::is_same_v<T, std::uint64_t>, "not an element type");
        return ElementType::UInt64;
    }
}

/// One attribute: `components` interleaved values per element.
struct AttributeArray {
    std::string name;
    ElementType type = ElementType::Float32;
    int components = 1;
    std::vector<std::byte> bytes;

    std::size_t count() const { return bytes.size() / (sizeOf(type) * static_cast<std::size_t>(components)); }

    /// All components of all elements. T must be the element type.
    template <class T>
    std::span<const T> values() const
    {
        SASTRUGI_ASSERT(type == elementTypeOf<T>(), "an attribute is read with another type than it has");
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    template <class T>
    std::span<T> values()
    {
        SASTRUGI_ASSERT(type == elementTypeOf<T>(), "an attribute is written with another type than it has");
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

/// Attributes in the order in which they were added; all have count() elements.
class Attributes
{
public:
    explicit Attributes(std::size_t count = 0) : m_count(count) {}

    std::size_t count() const { return m_count; }
    const std::vector<AttributeArray>& arrays() const { return m_arrays; }

    /// Adds a zeroed attribute. The span stays valid: adding others does not move it.
    template <class T>
    std::span<T> add(std::string_view name, int components = 1)
    {
        AttributeArray& array = m_arrays.emplace_back();
        array.name = name;
        array.type = elementTypeOf<T>();
        array.components = components;
        array.bytes.resize(m_count * sizeof(T) * static_cast<std::size_t>(components));
        return array.values<T>();
    }
    /// The array must have count() elements.
    void add(AttributeArray array);

    const AttributeArray* find(std::string_view name) const;

    /// Throws Error(InputOutput) that names the attribute when it is missing or of another shape.
    template <class T>
    std::span<const T> get(std::string_view name, int components = 1) const
    {
        return required(name, elementTypeOf<T>(), components).template values<T>();
    }

    /// Names, types, shapes and all bytes, in order.
    void addToHash(ContentHash& hash) const;

private:
    const AttributeArray& required(std::string_view name, ElementType type, int components) const;

    std::size_t m_count = 0;
    std::vector<AttributeArray> m_arrays;
};

} // namespace sastrugi
