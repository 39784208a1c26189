#include "engine/io/PlyVertices.h"

#include "engine/core/Parallel.h"

#include <bit>
#include <cstring>
#include <set>

namespace sastrugi
{

namespace
{

static_assert(std::endian::native == std::endian::little, "PLY is written in the byte order of the machine");

std::string_view plyType(ElementType type)
{
    switch (type) {
    case ElementType::Float32: return "float";
    case ElementType::UInt8: return "uchar";
    case ElementType::UInt32: return "int"; // ids stay below 2^31; many readers know no uint
    case ElementType::Float64:
    case ElementType::UInt64: return "double"; // PLY has no long integers
    }
    return "float";
}

} // namespace

PlyVertices::PlyVertices(const ParticleTable& table) : m_table(table)
{
    std::set<std::string> taken = {"nx", "ny", "nz", "red", "green",     "blue",      "alpha",
                                   "u",  "v",  "s",  "t",   "intensity", "texture_u", "texture_v"};
    for (const ParticleColumn& column : table.columns)
        for (int component = 0; component < column.components; ++component) {
            std::string name = scalarName(column, component);
            while (!taken.insert(name).second)
                name += "_";
            m_properties.push_back({name, &column, static_cast<std::size_t>(component), m_stride});
            m_stride += sizeOf(column.type);
        }
}

std::string PlyVertices::header(std::string_view format) const
{
    std::string header =
        fmt::format("ply\nformat {} 1.0\ncomment Sastrugi {}, frame {}, time {} s, {}\nelement "
                    "vertex {}\n",
                    format, SASTRUGI_VERSION, m_table.number, m_table.time, m_table.units(), m_table.count);
    for (const Property& property : m_properties)
        header += fmt::format("property {} {}\n", plyType(property.source->type), property.name);
    return header;
}

void PlyVertices::put(const Property& property, std::size_t vertex, char* to)
{
    const ParticleColumn& column = *property.source;
    const std::size_t size = sizeOf(column.type), element = property.element(vertex);
    if (column.type == ElementType::UInt64) {
        const double value = column.number(element);
        std::memcpy(to + property.offset, &value, size);
    } else if (size == 4)
        std::memcpy(to + property.offset, column.bytes.data() + 4 * element, 4);
    else
        std::memcpy(to + property.offset, column.bytes.data() + element * size, size);
}

void PlyVertices::write(char* to) const
{
    parallelFor(m_table.count, [&](std::size_t i) {
        for (const Property& property : m_properties)
            put(property, i, to + i * m_stride);
    });
}

void PlyVertices::append(std::size_t vertex, std::string& text) const
{
    for (const Property& property : m_properties) {
        property.source->append(property.element(vertex), text);
        text += ' ';
    }
    text.back() = '\n';
}

} // namespace sastrugi
