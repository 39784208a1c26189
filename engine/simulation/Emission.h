// Lets snow in: which particles an emitter of flowing snow adds in a step.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/core/Random.h"
#include "engine/particles/CellGrid.h"
#include "engine/simulation/Seeding.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sastrugi
{

/// What comes in where that is not a cube of the spacing, as dense as its material.
struct Grain {
    double mass = 0;          // kg
    double terminalSpeed = 0; // in still air, m/s; may be infinite
};

class Emission
{
public:
    /// `spacing` of the solver, metres; `dragScale` is its factor on the drag of the air.
    /// Throws NodeError(Scene) when an emitter cannot work.
    Emission(const Scene& scene, double spacing, double dragScale, std::optional<Grain> grain = {});

    bool isIdle() const { return m_sources.empty(); }
    /// The fastest that anything comes in from one time to another, m/s; of how emitters move, what is between counts.
    double largestSpeed(double from, double to) const;
    /// How many particles come in up to a time, where nothing is in the way.
    double predictedCount(double time) const;
    /// Warns of emitters from which nothing comes in up to a time, or for whose snow there is no room.
    void warn(double time, const Log& log) const;
    /// The openings of the nozzles, filled once, and where the first flakes of snowfalls appear: where they are at the
    /// start.
    std::vector<Seed> openings() const;

    /// The particles that are due by `time` and have room among `there`, which are relative to `origin`. What has no
    /// room comes later, or not at all from a nozzle.
    std::vector<Seed> emit(double time, std::span<const Float4> there, const Vector3& origin);

    void save(std::map<std::string, double>& numbers) const;
    /// Throws Error(InputOutput) when a number is missing.
    void restore(const std::map<std::string, double>& numbers);

private:
    struct Source {
        InflowEmitter emitter;
        std::uint8_t index;         // in Seed::emitter
        double mass = 0;            // of a particle, kg
        double clumps = 0;          // share of the flakes of a snowfall that are clumps
        double area = 0;            // of a snowfall, m^2
        double terminalSpeed = 0;   // in still air, m/s
        std::vector<double> areas;  // of a surface: of all triangles up to each
        std::vector<Vector3> layer; // of a nozzle: jetLattice()
        std::int64_t next = 0;      // number of the next flake or layer
    };
    class Room;

    std::int64_t due(const Source& source, double time) const;
    double roomInSky(const Source& source, double time) const;
    Bounds placesDue(const Source& source, double time) const;
    void snow(Source& source, double time, Room& room, std::vector<Seed>& seeds) const;
    void jet(Source& source, double time, Room& room, std::vector<Seed>& seeds) const;
    Seed flake(const Source& source, std::int64_t number, std::uint32_t attempt, double time) const;
    /// Of a flake.
    std::array<std::uint32_t, 4> wordsOf(const Source& source, std::int64_t number, std::uint32_t attempt,
                                         RandomPurpose purpose) const;
    /// Where it appears if it does so at `time`.
    Vector3 placeOf(const Source& source, const std::array<std::uint32_t, 4>& words, double time) const;
    Vector3 wrapped(Vector3 place) const;

    SceneSettings m_settings;
    Field m_wind;
    double m_spacing;
    std::vector<Source> m_sources;
};

} // namespace sastrugi
