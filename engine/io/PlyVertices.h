// The vertices of a PLY file: what particles and meshes have in common.
#pragma once

#include "engine/io/ParticleTable.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

class PlyVertices
{
public:
    /// The table must outlive this.
    explicit PlyVertices(const ParticleTable& table);

    /// Up to the properties of the vertices; "binary_little_endian" or "ascii".
    std::string header(std::string_view format) const;
    /// Of all vertices in a binary file.
    std::size_t bytes() const { return m_stride * m_table.count; }
    void write(char* to) const;
    /// One vertex as a line of text.
    void append(std::size_t vertex, std::string& text) const;

private:
    /// Where its values are, and where they go.
    struct Property {
        std::string name;
        const ParticleColumn* source = nullptr;
        std::size_t component = 0;
        std::size_t offset = 0; // in the vertex

        std::size_t element(std::size_t vertex) const
        {
            return vertex * static_cast<std::size_t>(source->components) + component;
        }
    };
    static void put(const Property& property, std::size_t vertex, char* to);

    const ParticleTable& m_table;
    std::size_t m_stride = 0;
    std::vector<Property> m_properties;
};

} // namespace sastrugi
