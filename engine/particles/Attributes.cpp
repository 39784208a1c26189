#include "engine/particles/Attributes.h"

namespace sastrugi
{

std::string_view name(ElementType type)
{
    constexpr std::string_view names[] = {"float32", "float64", "uint8", "uint32", "uint64"};
    return names[static_cast<int>(type)];
}

std::size_t sizeOf(ElementType type)
{
    constexpr std::size_t sizes[] = {4, 8, 1, 4, 8};
    return sizes[static_cast<int>(type)];
}

void Attributes::add(AttributeArray array)
{
    SASTRUGI_ASSERT(array.count() == m_count, "an attribute has another length than its table");
    m_arrays.push_back(std::move(array));
}

const AttributeArray* Attributes::find(std::string_view name) const
{
    for (const AttributeArray& array : m_arrays)
        if (array.name == name)
            return &array;
    return nullptr;
}

const AttributeArray& Attributes::required(std::string_view name, ElementType type, int components) const
{
    const AttributeArray* array = find(name);
    if (!array)
        fail(ErrorKind::InputOutput, "there is no attribute '{}'", name);
    if (array->type != type || array->components != components)
        fail(ErrorKind::InputOutput, "attribute '{}' has {} x {}, not {} x {}", name, array->components,
             sastrugi::name(array->type), components, sastrugi::name(type));
    return *array;
}

void Attributes::addToHash(ContentHash& hash) const
{
    hash.add(static_cast<std::int64_t>(m_count));
    for (const AttributeArray& array : m_arrays) {
        hash.add(array.name).add(static_cast<int>(array.type)).add(array.components);
        hash.addBytes(array.bytes.data(), array.bytes.size());
    }
}

} // namespace sastrugi
