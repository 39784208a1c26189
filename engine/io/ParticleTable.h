// The particles of a frame as a file is to hold them: which attributes, under which names, in which unit and up axis.
#pragma once

#include "engine/core/Error.h"
#include "engine/io/UpAxis.h"
#include "engine/simulation/Frame.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

enum class AttributeNames { Plain, Houdini };

struct ParticleExportSettings {
    double metresPerUnit = 1;  // of the file: 0.01 writes centimetres. Of positions, velocities and radii only
    UpAxis upAxis = UpAxis::Z; // or Y
    AttributeNames names = AttributeNames::Plain;
    std::string attributes;      // names in the frame, separated by commas or spaces; empty: all. Position always goes
    double framesPerSecond = 24; // of the scene
    std::int64_t numberOffset = 0; // what is added to the frame's number in names and time codes
    std::string source;            // node whose output it is: files of others are not of the same series
};

/// One attribute; a view into the frame or into the table.
struct ParticleColumn {
    std::string source; // its name in the frame
    std::string name;   // its name in the file
    ElementType type = ElementType::Float32;
    int components = 1;
    std::span<const std::byte> bytes;

    /// T must be the element type.
    template <class T>
    std::span<const T> values() const
    {
        SASTRUGI_ASSERT(type == elementTypeOf<T>(), "a column is read with another type than it has");
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    /// Any element as a double; exact but for integers above 2^53.
    double number(std::size_t element) const;
    /// As a text that reads back as the same value.
    void append(std::size_t element, std::string& text) const;
};

/// What a table is made for.
struct TableNeeds {
    bool doublesFarOut = true; // positions more than a kilometre from the origin are Float64; else all are Float32
    bool wideIds = false;      // ids are UInt64, below 2^63; else UInt32 below 2^31
    std::size_t most = static_cast<std::size_t>(-1); // only so many particles, from the start
    bool isMesh = false;                             // the points of one, which need not have velocities and ids
};

struct ParticleTable {
    std::int64_t number = 0; // of the file
    double time = 0;         // s
    std::size_t count = 0;
    double metresPerUnit = 1;
    UpAxis upAxis = UpAxis::Z;
    double framesPerSecond = 24;
    std::vector<ParticleColumn> columns;        // position first, then velocity, id and radius where chosen
    std::deque<std::vector<std::byte>> storage; // of columns that differ from the frame's

    const ParticleColumn& position() const { return columns.front(); }
    /// By its name in the frame; null when it was not chosen or is not there.
    const ParticleColumn* find(std::string_view source) const;
    /// "metres, Z up", "1 unit is 0.01 m, Y up"
    std::string units() const;
};

/// The frame must outlive the table, and have position and, unless it is a mesh, velocity (3 x Float32) and id
/// (UInt32). Y up turns (x, y, z) to (x, z, -y) in every attribute of three components. Throws Error(InputOutput) for a
/// frame without these or with ids that do not fit, Error(Usage) that names an attribute which was chosen but is not
/// there.
ParticleTable makeTable(const Frame& frame, const ParticleExportSettings& settings, const TableNeeds& needs);

/// The name of one component where a format has only scalars: x, y, z; vx, vy, vz; otherwise name_x or name_0.
std::string scalarName(const ParticleColumn& column, int component);

} // namespace sastrugi
