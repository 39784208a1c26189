#include "engine/io/ParticleImport.h"

#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/io/PointTable.h"
#include "engine/io/TextFields.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace sastrugi
{

namespace
{

/// Three numbers of each particle: a column of three, or three columns.
struct Triple {
    std::array<const PointColumn*, 3> columns{};
    std::array<int, 3> components{};
    std::string name;

    Vector3 at(std::size_t i) const
    {
        Vector3 value;
        for (std::size_t axis = 0; axis < 3; ++axis)
            value[Eigen::Index(axis)] =
                columns[axis]->values[i * std::size_t(columns[axis]->components) + std::size_t(components[axis])];
        return value;
    }
};

std::optional<Triple> tripleOf(const PointTable& table, const std::string& name,
                               const std::array<std::string, 3>& scalars)
{
    if (const PointColumn* column = table.find(name); column && column->components >= 3)
        return Triple{{column, column, column}, {0, 1, 2}, name};
    Triple triple{{}, {}, scalars[0] + " " + scalars[1] + " " + scalars[2]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        triple.columns[axis] = table.find(scalars[axis]);
        if (!triple.columns[axis])
            return std::nullopt;
    }
    return triple;
}

std::string namesOf(const PointTable& table)
{
    std::string names;
    for (const PointColumn& column : table.columns)
        names += (names.empty() ? "" : ", ") + column.name;
    return names;
}

/// "name_x", as our own exports write what has no letters of its own.
std::array<std::string, 3> namesOfComponents(const std::string& name)
{
    return {name + "_x", name + "_y", name + "_z"};
}

/// What chosen() finds, under the names of the file.
std::vector<std::string> triplesOf(const PointTable& table)
{
    std::vector<std::string> names;
    for (const PointColumn& column : table.columns)
        if (column.components >= 3)
            names.push_back(column.name);
        else if (column.name.ends_with("_x"))
            if (std::string name = column.name.substr(0, column.name.size() - 2);
                tripleOf(table, name, namesOfComponents(name)))
                names.push_back(std::move(name));
    return names;
}

Triple chosen(const PointTable& table, const std::string& name, const std::string& file)
{
    std::optional<Triple> triple = tripleOf(table, name, namesOfComponents(name));
    if (const std::vector<std::string_view> words = wordsOf(name); !triple && words.size() == 3) // "VX VY VZ"
        triple = tripleOf(table, name, {std::string(words[0]), std::string(words[1]), std::string(words[2])});
    if (!triple && name.size() > 0) { // "velocity" of vx, vy, vz goes by the letter
        const std::string letter = name.substr(0, 1);
        triple = tripleOf(table, name, {letter + "x", letter + "y", letter + "z"});
    }
    if (!triple)
        fail(ErrorKind::Scene, "the particle file '{}' has no '{}' of three numbers; it has {}", file, name,
             namesOf(table));
    return *triple;
}

Triple positionOf(const PointTable& table, const std::string& wanted, const std::string& file)
{
    if (!wanted.empty())
        return chosen(table, wanted, file);
    for (const char* name : {"position", "P", "Points", "pos"})
        if (auto triple = tripleOf(table, name, namesOfComponents(name)))
            return *triple;
    for (const std::array<std::string, 3>& scalars : {std::array<std::string, 3>{"x", "y", "z"},
                                                      {"X", "Y", "Z"},
                                                      {"Points:0", "Points:1", "Points:2"},
                                                      {"px", "py", "pz"}})
        if (auto triple = tripleOf(table, "", scalars))
            return *triple;
    fail(ErrorKind::Scene, "the particle file '{}' has no positions under a usual name; it has {}: name it", file,
         namesOf(table));
}

std::optional<Triple> velocityOf(const PointTable& table, const std::string& wanted, const std::string& file)
{
    if (wanted == "-")
        return std::nullopt;
    if (!wanted.empty())
        return chosen(table, wanted, file);
    for (const char* name : {"velocity", "v", "vel", "Velocity"})
        if (auto triple = tripleOf(table, name, namesOfComponents(name)))
            return triple;
    for (const std::array<std::string, 3>& scalars :
         {std::array<std::string, 3>{"vx", "vy", "vz"}, {"VX", "VY", "VZ"}, {"velocity:0", "velocity:1", "velocity:2"}})
        if (auto triple = tripleOf(table, "", scalars))
            return triple;
    return std::nullopt;
}

/// One number of each particle; null: none.
const PointColumn* columnOf(const PointTable& table, const std::string& wanted, std::string_view usual,
                            const std::string& file)
{
    if (wanted == "-")
        return nullptr;
    const PointColumn* column = table.find(wanted.empty() ? usual : wanted);
    if (!wanted.empty() && !column)
        fail(ErrorKind::Scene, "the particle file '{}' has no '{}'; it has {}", file, wanted, namesOf(table));
    return column;
}

float temperatureAt(const PointColumn& column, std::size_t i, const std::string& file)
{
    const double kelvin = column.values[static_cast<std::size_t>(column.components) * i];
    if (!(kelvin > 0 && kelvin <= 2000))
        fail(ErrorKind::Scene,
             "the particle file '{}' has a particle, number {}, of {} K: a temperature is above 0 K, "
             "and 2000 K at most",
             file, i, kelvin);
    return static_cast<float>(kelvin);
}

Vector3 turned(const Vector3& v, UpAxis axis)
{
    if (axis == UpAxis::Y)
        return {v.x(), -v.z(), v.y()};
    if (axis == UpAxis::X)
        return {v.y(), v.z(), v.x()};
    return v;
}

void warn(ImportedParticles& imported, std::string code, std::string text)
{
    imported.messages.push_back({LogLevel::Warning, {}, std::move(code), std::move(text)});
}

double idAt(const PointColumn& id, std::size_t i) { return id.values[static_cast<std::size_t>(id.components) * i]; }

/// By their ids, which must be finite.
std::vector<std::size_t> orderOf(const PointTable& table, const PointColumn* id, const std::string& file)
{
    std::vector<std::size_t> order(table.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!id)
        return order;
    for (std::size_t i = 0; i < table.count; ++i)
        if (!std::isfinite(idAt(*id, i)))
            fail(ErrorKind::Scene, "the particle file '{}' has a particle, number {}, whose '{}' is not finite", file,
                 i, id->name);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return idAt(*id, a) < idAt(*id, b); });
    return order;
}

void checkIds(const PointColumn& id, const std::vector<std::size_t>& order, ImportedParticles& imported)
{
    std::int64_t broken = 0, twice = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double value = idAt(id, order[i]);
        broken += value < 0 || value != std::floor(value);
        twice += i > 0 && value == idAt(id, order[i - 1]);
    }
    if (broken + twice > 0)
        warn(imported, "particles.ids",
             fmt::format(
                 "of '{}' in the file {} no whole number from 0 on, and {} there before (beyond 2^53 near ones are "
                 "taken as the same): they order the particles, and new ones are given",
                 id.name, counted(broken, "is", "are"), counted(twice, "is", "are")));
}

/// Columns that other programs, and our own exports, have of each particle and an emitter has no place for.
void addIgnored(const PointTable& table, std::vector<LogMessage>& messages)
{
    std::string ignored;
    for (const char* name : {"radius", "Radius", "pscale", "width"})
        if (table.find(name))
            ignored += (ignored.empty() ? "" : ", ") + std::string(name);
    if (!ignored.empty())
        messages.push_back(
            {LogLevel::Warning,
             {},
             "particles.ignored",
             fmt::format("{} of the file is not used: particles are as large as the spacing of the solver has them",
                         ignored)});
}

} // namespace

ImportedParticles importParticles(const std::filesystem::path& file, const ParticleImportOptions& options)
{
    const std::string name = file.string();
    const PointTable table = readPointTable(file);
    if (table.count == 0)
        fail(ErrorKind::Scene, "the particle file '{}' has no particles{}", name,
             table.unused.empty() ? "" : fmt::format("; '{}': {}", table.unused[0].name, table.unused[0].reason));
    const Triple position = positionOf(table, options.position, name);
    const std::optional<Triple> velocity = velocityOf(table, options.velocity, name);
    const PointColumn* id = columnOf(table, options.id, "id", name);
    const PointColumn* temperature = columnOf(table, options.temperature, "temperature", name);

    const std::vector<std::size_t> order = orderOf(table, id, name);
    ImportedParticles imported;
    const double said = table.metresPerUnit > 0 ? table.metresPerUnit : 1, unit = options.unit.value_or(said);
    const UpAxis saidAxis = table.upAxis == 'Y' ? UpAxis::Y : UpAxis::Z, axis = options.upAxis.value_or(saidAxis);
    if (table.metresPerUnit > 0 && std::abs(unit / said - 1) > 1e-6)
        warn(imported, "particles.unit",
             fmt::format("a length of 1 is taken as {} m, and the file says {} m: 'unit' has a choice 'file'", unit,
                         said));
    if (table.upAxis != 0 && axis != saidAxis)
        warn(imported, "particles.upAxis",
             fmt::format("the file says that {} is up, and another axis is taken: 'upAxis' has a choice 'file'",
                         table.upAxis));
    for (const std::size_t i : order) {
        const Vector3 place = unit * turned(position.at(i), axis);
        const Vector3 speed = velocity ? Vector3(unit * turned(velocity->at(i), axis)) : Vector3::Zero();
        if (!place.allFinite() || !speed.allFinite())
            fail(ErrorKind::Scene, "the particle file '{}' has a particle, number {}, whose values are not finite",
                 name, i);
        if (place.cwiseAbs().maxCoeff() > 1e9 || speed.cwiseAbs().maxCoeff() > 1e9)
            fail(ErrorKind::Scene,
                 "the particle file '{}' has a particle, number {}, farther than 1e9 m or faster than "
                 "1e9 m/s",
                 name, i);
        imported.particles.positions.push_back(place);
        imported.particles.velocities.push_back(speed);
        if (temperature)
            imported.particles.temperatures.push_back(temperatureAt(*temperature, i, name));
    }
    std::set<std::string> names;
    for (const PointColumn& column : table.columns)
        if (!names.insert(column.name).second)
            warn(imported, "particles.twice",
                 fmt::format("the file has '{}' twice: the first one is taken", column.name));
    if (id)
        checkIds(*id, order, imported);
    for (const UnusedArray& array : table.unused)
        warn(imported, "particles.unused", fmt::format("'{}' of the file is not used: {}", array.name, array.reason));
    imported.triples = triplesOf(table);
    for (const PointColumn& column : table.columns)
        if (column.components == 1)
            imported.scalars.push_back(column.name);
    imported.messages.push_back(
        {LogLevel::Info,
         {},
         "particles.read",
         fmt::format("{}; positions from {}{}{}{}", counted(static_cast<std::int64_t>(table.count), "particle"),
                     position.name, velocity ? ", velocities from " + velocity->name : ", without velocities",
                     temperature ? ", temperatures from " + temperature->name : "",
                     id ? ", in the order of " + id->name : "")});
    addIgnored(table, imported.messages);
    return imported;
}

} // namespace sastrugi
