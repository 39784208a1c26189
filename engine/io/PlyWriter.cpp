// PLY as Turk 1994 defines it. What its readers understand: Blender takes every property but lists as an attribute;
// VTK takes u, v, s and t as texture coordinates, so no property has such a name.
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/io/ParticleWriter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

namespace
{

static_assert(std::endian::native == std::endian::little, "PLY is written in the byte order of the machine");

/// Further out, float coordinates are worse than a tenth of a millimetre.
constexpr double farOrigin = 1000;

/// One property of a vertex: where its values are, and where they go.
struct Property {
    std::string name;
    const AttributeArray* source = nullptr;
    int component = 0;
    std::size_t offset = 0; // in the vertex
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

std::string componentName(const AttributeArray& array, int component)
{
    if (array.name == "velocity" && array.components == 3)
        return std::string("v") + "xyz"[component];
    if (array.components == 1)
        return array.name;
    return array.components == 3 ? array.name + "_" + "xyz"[component] : fmt::format("{}_{}", array.name, component);
}

class Layout
{
public:
    Layout(const Frame& frame, bool isDouble) : m_stride(3 * (isDouble ? sizeof(double) : sizeof(float)))
    {
        std::set<std::string> taken = {"x",     "y", "z", "nx", "ny", "nz",        "red",       "green",    "blue",
                                       "alpha", "u", "v", "s",  "t",  "intensity", "texture_u", "texture_v"};
        const std::string_view first[] = {"velocity", "id", "radius"};
        const auto addAll = [&](const AttributeArray& array) {
            for (int component = 0; component < array.components; ++component) {
                std::string name = componentName(array, component);
                while (!taken.insert(name).second)
                    name += "_";
                m_properties.push_back({name, &array, component, m_stride});
                m_stride += sizeOf(array.type);
            }
        };
        for (const std::string_view name : first)
            if (const AttributeArray* array = frame.particles.find(name))
                addAll(*array);
        for (const AttributeArray& array : frame.particles.arrays())
            if (array.name != "position" &&
                std::find(std::begin(first), std::end(first), array.name) == std::end(first))
                addAll(array);
    }

    std::size_t stride() const { return m_stride; }
    const std::vector<Property>& properties() const { return m_properties; }

private:
    std::size_t m_stride;
    std::vector<Property> m_properties;
};

std::string headerOf(const Frame& frame, const Layout& layout, bool isDouble)
{
    std::string header = fmt::format("ply\nformat binary_little_endian 1.0\ncomment Sastrugi {}, frame {}, time {} s, "
                                     "metres, Z up\nelement vertex {}\n",
                                     SASTRUGI_VERSION, frame.number, frame.time, frame.particles.count());
    for (const char axis : {'x', 'y', 'z'})
        header += fmt::format("property {} {}\n", isDouble ? "double" : "float", axis);
    for (const Property& property : layout.properties())
        header += fmt::format("property {} {}\n", plyType(property.source->type), property.name);
    return header + "end_header\n";
}

template <class T>
void putPosition(const float* local, const Vector3& origin, std::byte* target)
{
    for (int axis = 0; axis < 3; ++axis) {
        const T value = static_cast<T>(origin[axis] + static_cast<double>(local[axis]));
        std::memcpy(target + static_cast<std::size_t>(axis) * sizeof(T), &value, sizeof(T));
    }
}

void putProperty(const Property& property, std::size_t particle, std::byte* vertex)
{
    const AttributeArray& array = *property.source;
    const std::size_t size = sizeOf(array.type);
    const std::size_t index = particle * static_cast<std::size_t>(array.components) + std::size_t(property.component);
    if (array.type == ElementType::UInt64) {
        const double value = static_cast<double>(array.values<std::uint64_t>()[index]);
        std::memcpy(vertex + property.offset, &value, size);
    } else
        std::memcpy(vertex + property.offset, array.bytes.data() + index * size, size);
}

class PlyWriter : public ParticleWriter
{
public:
    PlyWriter(FrameNames names, FileLayer& files) : m_names(std::move(names)), m_files(files) {}

    std::filesystem::path write(const Frame& frame) override
    {
        const std::filesystem::path path = m_names.of(frame.number);
        const auto positions = frame.particles.get<float>("position", 3);
        frame.particles.get<float>("velocity", 3);
        frame.particles.get<std::uint32_t>("id");
        const bool isDouble = frame.origin.cwiseAbs().maxCoeff() > farOrigin;
        const Layout layout(frame, isDouble);
        const std::string header = headerOf(frame, layout, isDouble);

        std::vector<std::byte> bytes(header.size() + layout.stride() * frame.particles.count());
        std::memcpy(bytes.data(), header.data(), header.size());
        parallelFor(frame.particles.count(), [&](std::size_t i) {
            std::byte* vertex = bytes.data() + header.size() + i * layout.stride();
            (isDouble ? putPosition<double> : putPosition<float>)(&positions[3 * i], frame.origin, vertex);
            for (const Property& property : layout.properties())
                putProperty(property, i, vertex);
        });
        m_files.createFolder(path.parent_path());
        m_files.writeAtomically(path, bytes);
        return path;
    }

private:
    FrameNames m_names;
    FileLayer& m_files;
};

} // namespace

std::unique_ptr<ParticleWriter> makePlyWriter(FrameNames names, FileLayer& files)
{
    return std::make_unique<PlyWriter>(std::move(names), files);
}

} // namespace sastrugi
