// PLY as Turk 1994 defines it. What its readers understand: Blender takes every property but lists as an attribute;
// VTK takes u, v, s and t as texture coordinates, so no property has such a name.
#include "engine/core/Parallel.h"
#include "engine/io/ParticleFormat.h"
#include "engine/io/TextRows.h"

#include <bit>
#include <cstring>
#include <set>

namespace sastrugi
{

namespace
{

static_assert(std::endian::native == std::endian::little, "PLY is written in the byte order of the machine");

/// One property of a vertex: where its values are, and where they go.
struct Property {
    std::string name;
    const ParticleColumn* source = nullptr;
    std::size_t component = 0;
    std::size_t offset = 0; // in the vertex

    std::size_t element(std::size_t particle) const
    {
        return particle * static_cast<std::size_t>(source->components) + component;
    }
};

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

class Layout
{
public:
    explicit Layout(const ParticleTable& table)
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

    std::size_t stride() const { return m_stride; }
    const std::vector<Property>& properties() const { return m_properties; }

    std::string header(const ParticleTable& table, std::string_view format) const
    {
        std::string header =
            fmt::format("ply\nformat {} 1.0\ncomment Sastrugi {}, frame {}, time {} s, {}\nelement "
                        "vertex {}\n",
                        format, SASTRUGI_VERSION, table.number, table.time, table.units(), table.count);
        for (const Property& property : m_properties)
            header += fmt::format("property {} {}\n", plyType(property.source->type), property.name);
        return header + "end_header\n";
    }

private:
    std::size_t m_stride = 0;
    std::vector<Property> m_properties;
};

void putProperty(const Property& property, std::size_t particle, char* vertex)
{
    const ParticleColumn& column = *property.source;
    const std::size_t size = sizeOf(column.type), element = property.element(particle);
    if (column.type == ElementType::UInt64) {
        const double value = column.number(element);
        std::memcpy(vertex + property.offset, &value, size);
    } else if (size == 4)
        std::memcpy(vertex + property.offset, column.bytes.data() + 4 * element, 4);
    else
        std::memcpy(vertex + property.offset, column.bytes.data() + element * size, size);
}

std::string encodeBinary(const ParticleTable& table, const std::stop_token&)
{
    const Layout layout(table);
    std::string bytes = layout.header(table, "binary_little_endian");
    const std::size_t start = bytes.size();
    bytes.resize(start + layout.stride() * table.count);
    parallelFor(table.count, [&](std::size_t i) {
        for (const Property& property : layout.properties())
            putProperty(property, i, bytes.data() + start + i * layout.stride());
    });
    return bytes;
}

std::string encodeAscii(const ParticleTable& table, const std::stop_token& stop)
{
    const Layout layout(table);
    return textRows(layout.header(table, "ascii"), table.count, stop, [&](std::size_t i, std::string& text) {
        for (const Property& property : layout.properties()) {
            property.source->append(property.element(i), text);
            text += ' ';
        }
        text.back() = '\n';
    });
}

constexpr TableNeeds needs = {.doublesFarOut = true, .wideIds = false};

} // namespace

ParticleFormat plyFormat()
{
    return {"ply", ".ply", "Binary PLY, which most programs read; ids have 32 bits.", "", needs, encodeBinary};
}

ParticleFormat plyAsciiFormat()
{
    return {"plyAscii", ".ply", "PLY as text, to be read by eye and by simple scripts.", "", needs, encodeAscii};
}

} // namespace sastrugi
