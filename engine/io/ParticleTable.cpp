#include "engine/io/ParticleTable.h"

#include "engine/core/Parallel.h"
#include "engine/core/Parameter.h"
#include "engine/core/Words.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sastrugi
{

namespace
{

/// Further out, float coordinates are worse than a tenth of a millimetre.
constexpr double farOrigin = 1000;

constexpr std::array<std::string_view, 4> firstColumns = {"position", "velocity", "id", "radius"};

/// Houdini knows these by name; its documentation of geometry attributes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> houdiniNames = {
    {{"position", "P"}, {"velocity", "v"}, {"radius", "pscale"}}};

std::string nameFor(std::string_view source, AttributeNames names)
{
    if (names == AttributeNames::Houdini)
        for (const auto& [plain, houdini] : houdiniNames)
            if (source == plain)
                return std::string(houdini);
    return std::string(source);
}

bool isLength(std::string_view source) { return source == "velocity" || source == "radius"; }

/// What of the frame is written, in order.
std::vector<const AttributeArray*> chosen(const Attributes& particles, const std::string& list, bool isMesh)
{
    const std::vector<std::string> wanted = splitList(list);
    std::vector<std::string_view> known;
    for (const AttributeArray& array : particles.arrays())
        known.push_back(array.name);
    for (const std::string& name : wanted)
        if (!particles.find(name)) {
            const std::string nearest = nearestName(name, known);
            fail(ErrorKind::Usage, "attributes: {} no '{}'{}; there are {}",
                 isMesh ? "the mesh has" : "the particles have", name,
                 nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(known, ", "));
        }
    const auto isWanted = [&](std::string_view name) {
        return wanted.empty() || name == "position" || std::ranges::find(wanted, name) != wanted.end();
    };
    std::vector<const AttributeArray*> arrays;
    for (const std::string_view name : firstColumns)
        if (const AttributeArray* array = particles.find(name); array && isWanted(name))
            arrays.push_back(array);
    for (const AttributeArray& array : particles.arrays())
        if (std::ranges::find(firstColumns, array.name) == firstColumns.end() && isWanted(array.name))
            arrays.push_back(&array);
    return arrays;
}

template <class T>
std::span<T> store(ParticleTable& table, ParticleColumn& column, std::size_t elements)
{
    std::vector<std::byte>& bytes = table.storage.emplace_back(elements * sizeof(T));
    column.bytes = bytes;
    column.type = elementTypeOf<T>();
    return {reinterpret_cast<T*>(bytes.data()), elements};
}

/// (x, y, z) in the axes of the file.
template <class T>
std::array<T, 3> turned(T x, T y, T z, UpAxis up)
{
    return up == UpAxis::Z ? std::array<T, 3>{x, y, z} : std::array<T, 3>{x, z, -y};
}

/// origin + value, times scale, turned.
template <class T>
void convertVectors(ParticleTable& table, ParticleColumn& column, const AttributeArray& array, const Vector3& origin,
                    double scale)
{
    const auto from = array.values<float>();
    const UpAxis up = table.upAxis;
    const auto to = store<T>(table, column, 3 * table.count);
    parallelFor(table.count, [&](std::size_t i) {
        std::array<double, 3> value;
        for (std::size_t axis = 0; axis < 3; ++axis)
            value[axis] = scale * (origin[static_cast<Eigen::Index>(axis)] + static_cast<double>(from[3 * i + axis]));
        const auto result = turned(value[0], value[1], value[2], up);
        for (std::size_t axis = 0; axis < 3; ++axis)
            to[3 * i + axis] = static_cast<T>(result[axis]);
    });
}

void scaleFloats(ParticleTable& table, ParticleColumn& column, const AttributeArray& array, double scale)
{
    const auto from = array.values<float>();
    const std::size_t elements = table.count * static_cast<std::size_t>(array.components);
    const auto to = store<float>(table, column, elements);
    parallelFor(elements, [&](std::size_t i) { to[i] = static_cast<float>(scale * static_cast<double>(from[i])); });
}

void convertIds(ParticleTable& table, ParticleColumn& column, const AttributeArray& array, bool wide)
{
    const auto from = array.values<std::uint32_t>().first(table.count);
    if (wide) {
        const auto to = store<std::uint64_t>(table, column, table.count);
        parallelFor(table.count, [&](std::size_t i) { to[i] = from[i]; });
        return;
    }
    const auto largest = std::ranges::max_element(from);
    if (largest != from.end() && *largest > 0x7fffffffU)
        fail(ErrorKind::InputOutput,
             "a particle has the id {}, and ids of this format end at 2147483647: export as USD, NPZ, CSV or VTP, or "
             "leave 'id' out of the attributes",
             *largest);
}

/// Whether the frame's own bytes will do.
bool isAsItIs(const AttributeArray& array, const ParticleExportSettings& settings)
{
    if (settings.metresPerUnit != 1 && isLength(array.name))
        return false;
    return settings.upAxis == UpAxis::Z || array.components != 3 || array.type != ElementType::Float32;
}

} // namespace

double ParticleColumn::number(std::size_t element) const
{
    switch (type) {
    case ElementType::Float32: return static_cast<double>(values<float>()[element]);
    case ElementType::Float64: return values<double>()[element];
    case ElementType::UInt8: return values<std::uint8_t>()[element];
    case ElementType::UInt32: return values<std::uint32_t>()[element];
    case ElementType::UInt64: return static_cast<double>(values<std::uint64_t>()[element]);
    }
    return 0;
}

void ParticleColumn::append(std::size_t element, std::string& text) const
{
    const auto put = [&](auto value) { fmt::format_to(std::back_inserter(text), "{}", value); };
    switch (type) {
    case ElementType::Float32: put(values<float>()[element]); break;
    case ElementType::Float64: put(values<double>()[element]); break;
    case ElementType::UInt8: put(static_cast<unsigned>(values<std::uint8_t>()[element])); break;
    case ElementType::UInt32: put(values<std::uint32_t>()[element]); break;
    case ElementType::UInt64: put(values<std::uint64_t>()[element]); break;
    }
}

const ParticleColumn* ParticleTable::find(std::string_view source) const
{
    const auto found = std::ranges::find(columns, source, &ParticleColumn::source);
    return found == columns.end() ? nullptr : &*found;
}

std::string ParticleTable::units() const
{
    return fmt::format("{}, {} up", metresPerUnit == 1 ? "metres" : fmt::format("1 unit is {} m", metresPerUnit),
                       upAxis == UpAxis::Z ? "Z" : "Y");
}

ParticleTable makeTable(const Frame& frame, const ParticleExportSettings& settings, const TableNeeds& needs)
{
    frame.particles.get<float>("position", 3);
    if (!needs.isMesh) {
        frame.particles.get<float>("velocity", 3);
        frame.particles.get<std::uint32_t>("id");
    }
    ParticleTable table;
    table.number = frame.number + settings.numberOffset;
    table.time = frame.time;
    table.count = std::min(frame.particles.count(), needs.most);
    table.metresPerUnit = settings.metresPerUnit;
    table.upAxis = settings.upAxis;
    table.framesPerSecond = settings.framesPerSecond;
    const double scale = 1 / settings.metresPerUnit;
    for (const AttributeArray* array : chosen(frame.particles, settings.attributes, needs.isMesh)) {
        ParticleColumn column{array->name, nameFor(array->name, settings.names), array->type, array->components, {}};
        const bool isPosition = array->name == "position";
        column.bytes = std::span(array->bytes)
                           .first(table.count * static_cast<std::size_t>(array->components) * sizeOf(array->type));
        if (isPosition && needs.doublesFarOut && frame.origin.cwiseAbs().maxCoeff() > farOrigin)
            convertVectors<double>(table, column, *array, frame.origin, scale);
        else if (isPosition && (!frame.origin.isZero(0) || scale != 1 || settings.upAxis != UpAxis::Z))
            convertVectors<float>(table, column, *array, frame.origin, scale);
        else if (array->name == "id")
            convertIds(table, column, *array, needs.wideIds);
        else if (!isPosition && !isAsItIs(*array, settings)) {
            const double factor = isLength(array->name) ? scale : 1;
            if (array->components == 3)
                convertVectors<float>(table, column, *array, Vector3::Zero(), factor);
            else
                scaleFloats(table, column, *array, factor);
        }
        table.columns.push_back(std::move(column));
    }
    return table;
}

std::string scalarName(const ParticleColumn& column, int component)
{
    if (column.source == "position")
        return std::string(1, "xyz"[component]);
    if (column.source == "velocity" && column.components == 3)
        return std::string("v") + "xyz"[component];
    if (column.components == 1)
        return column.name;
    return column.components == 3 ? column.name + "_" + "xyz"[component] : fmt::format("{}_{}", column.name, component);
}

} // namespace sastrugi
