#include "engine/simulation/Emission.h"

#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "engine/fields/AirDrag.h"
#include "engine/geometry/PointGrid.h"
#include "engine/simulation/JetLayer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double particlesOfClump = 8;
constexpr std::uint32_t attempts = 8;
constexpr double leastRoomInJet = 0.7; // spacings from what is there

double activeTime(double start, double duration, double time)
{
    const double since = std::max(0.0, time - start);
    return duration > 0 ? std::min(since, duration) : since;
}

double densityOf(const Material& material)
{
    return std::visit([](const auto& values) { return values.density; }, material);
}

/// Where the motion has it at `time` that is at `place` without it.
Vector3 carried(const Vector3& place, const RigidMotion& motion, double time)
{
    return motion.isStill() ? place : motion.poseAt(time)(place);
}

/// In (-1, 1) along each axis.
Vector3 signedVector(const std::array<std::uint32_t, 4>& words)
{
    return 2 * Vector3(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2])) - Vector3::Ones();
}

} // namespace

/// What is near the places where snow may come in, for the question whether one of them is free.
class Emission::Room
{
public:
    Room(const Emission& emission, const Bounds& places, double reach, std::span<const Float4> there,
         const Vector3& origin, const std::vector<Seed>& seeds)
        : m_settings(emission.m_settings), m_grid(reach)
    {
        const Bounds near = places.grownBy(2 * reach + 2 * emission.m_spacing);
        const auto addNear = [&](const Vector3& place) {
            const auto outside = (place.array() < near.minimum.array()) || (place.array() > near.maximum.array());
            if (m_settings.periodic ? !outside.z() : !outside.any())
                m_grid.add(place);
        };
        for (const Float4& p : there)
            addNear(origin + Vector3(p.x, p.y, p.z));
        for (const Seed& seed : seeds)
            addNear(seed.position);
    }

    void add(const Vector3& place) { m_grid.add(place); }

    /// Across the border of a periodic domain as well.
    bool isFree(const Vector3& place, double radius) const
    {
        const int images = m_settings.periodic ? 1 : 0;
        for (int j = -images; j <= images; ++j)
            for (int i = -images; i <= images; ++i)
                if (m_grid.anyWithin(place + Vector3(i * m_settings.periodSize.x(), j * m_settings.periodSize.y(), 0),
                                     radius))
                    return false;
        return true;
    }

private:
    const SceneSettings& m_settings;
    PointGrid m_grid;
};

Emission::Emission(const Scene& scene, double spacing, double dragScale, std::optional<Grain> grain)
    : m_settings(scene.settings), m_wind(scene.wind), m_spacing(spacing)
{
    if (scene.emitters.size() + scene.inflows.size() > 255)
        fail(ErrorKind::Scene, "the scene has {} emitters; 255 are possible",
             scene.emitters.size() + scene.inflows.size());
    for (std::size_t k = 0; k < scene.inflows.size(); ++k) {
        Source source;
        source.emitter = scene.inflows[k];
        source.index = static_cast<std::uint8_t>(scene.emitters.size() + k);
        try {
            source.emitter.check();
        } catch (const Error& error) {
            throw NodeError(error.kind(), source.emitter.name,
                            fmt::format("emitter '{}': {}", source.emitter.name, error.what()));
        }
        const double density = densityOf(source.emitter.material);
        source.mass = grain ? grain->mass : density * spacing * spacing * spacing;
        if (const auto* snowfall = std::get_if<SnowfallParameters>(&source.emitter.kind)) {
            source.clumps = snowfall->clumpShare / (particlesOfClump - (particlesOfClump - 1) * snowfall->clumpShare);
            source.area = snowfall->sizeX * snowfall->sizeY;
            source.terminalSpeed =
                grain ? grain->terminalSpeed : terminalSpeed(spacing, density, m_settings.gravity.norm(), dragScale);
            if (const TriangleMesh* surface = source.emitter.surface.get()) {
                source.area = 0;
                for (const auto& [a, b, c] : surface->triangles) {
                    const Vector3 &p = surface->points[a], &q = surface->points[b], &r = surface->points[c];
                    source.area += 0.5 * (q - p).cross(r - p).norm();
                    source.areas.push_back(source.area);
                }
            }
        } else
            source.layer = jetLattice(source.emitter.name, std::get<NozzleParameters>(source.emitter.kind), spacing);
        m_sources.push_back(std::move(source));
    }
}

double Emission::largestSpeed(double from, double to) const
{
    double speed = 0;
    for (const Source& source : m_sources) {
        if (const auto* nozzle = std::get_if<NozzleParameters>(&source.emitter.kind)) {
            const double own =
                from < to ? source.emitter.motion.largestSpeed(from, std::nextafter(to, from), source.emitter.bounds())
                          : 0;
            speed = std::max(speed, nozzle->speed + own);
        } else {
            const auto& snowfall = std::get<SnowfallParameters>(source.emitter.kind);
            const bool inAir = m_wind && snowfall.fallsInAir;
            speed = std::max(speed, inAir ? source.terminalSpeed : snowfall.velocity.norm());
        }
    }
    return speed;
}

std::int64_t Emission::due(const Source& source, double time) const
{
    if (const auto* nozzle = std::get_if<NozzleParameters>(&source.emitter.kind)) {
        if (time < nozzle->start)
            return 0;
        const double active = activeTime(nozzle->start, nozzle->duration, time);
        return 1 + static_cast<std::int64_t>(active * nozzle->speed / m_spacing);
    }
    const auto& snowfall = std::get<SnowfallParameters>(source.emitter.kind);
    const double perFlake = source.mass * (1 + (particlesOfClump - 1) * source.clumps);
    return static_cast<std::int64_t>(snowfall.rate * source.area * activeTime(snowfall.start, snowfall.duration, time) /
                                     perFlake);
}

void Emission::warn(double time, const Log& log) const
{
    if (!log)
        return;
    for (const Source& source : m_sources) {
        const auto say = [&](const char* key, std::string text) {
            log({LogLevel::Warning, source.emitter.name, key, std::move(text)});
        };
        if (due(source, time) == 0)
            say("emitter.idle", fmt::format("no particle comes until the last frame, at {:.4g} s: see its rate, start "
                                            "and duration",
                                            time));
        else if (const double share = roomInSky(source, time); share < 1)
            say("emitter.crowded",
                fmt::format("only about {:.2g} % of its snow finds room in the air: new flakes are {:.3g} m apart, by "
                            "its flakeSpacing; use a smaller one, a smaller rate or more speed",
                            100 * share, std::get<SnowfallParameters>(source.emitter.kind).flakeSpacing * m_spacing));
    }
}

/// How much of what is due has room, at most: flakes thrown at random into a space fill about 0.38 of it, as spheres of
/// their least distance. A sky that moves leaves them behind the faster.
double Emission::roomInSky(const Source& source, double time) const
{
    const auto* snowfall = std::get_if<SnowfallParameters>(&source.emitter.kind);
    if (!snowfall || snowfall->rate == 0)
        return 1;
    const double apart = snowfall->flakeSpacing * m_spacing;
    const double speed = (m_wind && snowfall->fallsInAir ? source.terminalSpeed : snowfall->velocity.norm()) +
                         source.emitter.motion.largestSpeed(0, time, source.emitter.bounds());
    const double places = std::max(1.0, source.area / (apart * apart)); // at a time
    const double possible = 0.38 * 6 / std::numbers::pi * places * (speed / apart);
    return possible * source.mass / (snowfall->rate * source.area);
}

std::vector<Seed> Emission::openings() const
{
    constexpr std::int64_t flakes = 256; // enough to see that an area reaches into something
    std::vector<Seed> seeds;
    for (const Source& source : m_sources) {
        if (const auto* nozzle = std::get_if<NozzleParameters>(&source.emitter.kind))
            for (const Vector3& place : source.layer)
                seeds.push_back({wrapped(carried(nozzle->centre + place, source.emitter.motion, 0)),
                                 Vector3::Zero(),
                                 source.index,
                                 {}});
        else
            for (std::int64_t number = 0; number < flakes; ++number)
                seeds.push_back({wrapped(placeOf(source, wordsOf(source, number, 0, RandomPurpose::FlakePlace), 0)),
                                 Vector3::Zero(),
                                 source.index,
                                 {}});
    }
    return seeds;
}

double Emission::predictedCount(double time) const
{
    double count = 0;
    for (const Source& source : m_sources) {
        const double perNumber = source.layer.empty() ? 1 + (particlesOfClump - 1) * source.clumps
                                                      : static_cast<double>(source.layer.size());
        count += perNumber * static_cast<double>(due(source, time));
    }
    return count;
}

std::vector<Seed> Emission::emit(double time, std::span<const Float4> there, const Vector3& origin)
{
    std::vector<Seed> seeds;
    for (Source& source : m_sources) {
        if (source.next >= due(source, time))
            continue;
        const auto* snowfall = std::get_if<SnowfallParameters>(&source.emitter.kind);
        Room room(*this, placesDue(source, time), (snowfall ? snowfall->flakeSpacing : 1) * m_spacing, there, origin,
                  seeds);
        const std::size_t first = seeds.size();
        if (snowfall)
            snow(source, time, room, seeds);
        else
            jet(source, time, room, seeds);
        for (std::size_t i = first; i < seeds.size(); ++i)
            for (const MaterialVariation& variation : source.emitter.material.variations)
                seeds[i].factors =
                    seeds[i].factors * factorsAt(variation, seeds[i].position, std::numeric_limits<double>::infinity(),
                                                 std::numeric_limits<double>::infinity());
    }
    return seeds;
}

/// Holds where the snow comes in that is due by `time`, but for a spacing or two.
Bounds Emission::placesDue(const Source& source, double time) const
{
    const InflowEmitter& emitter = source.emitter;
    if (emitter.motion.isStill())
        return emitter.bounds();
    if (source.layer.empty())
        return emitter.boundsAt(time);
    Bounds bounds; // it may have gone far in the step
    for (std::int64_t number = source.next; number < due(source, time); ++number) {
        const JetLayer layer(emitter, number, m_spacing, time);
        for (const Vector3& place : source.layer)
            bounds.add(layer.at(place).position);
    }
    return bounds;
}

void Emission::snow(Source& source, double time, Room& room, std::vector<Seed>& seeds) const
{
    const double apart = std::get<SnowfallParameters>(source.emitter.kind).flakeSpacing * m_spacing;
    for (const std::int64_t end = due(source, time); source.next < end; ++source.next) {
        const auto words = randomWords(static_cast<std::uint64_t>(m_settings.seed),
                                       static_cast<std::uint64_t>(source.next), source.index, RandomPurpose::Clump);
        const int edge = static_cast<double>(unitInterval(words[0])) < source.clumps ? 2 : 1;
        std::vector<Vector3> places;
        for (std::uint32_t attempt = 0; attempt < attempts && places.empty(); ++attempt) {
            const Seed seed = flake(source, source.next, attempt, time);
            for (int k = 0; k < edge * edge * edge; ++k)
                places.push_back(seed.position + m_spacing * (Vector3(k & 1, k >> 1 & 1, k >> 2) -
                                                              Vector3::Constant(0.5 * (edge - 1))));
            for (Vector3& place : places)
                place = wrapped(place);
            if (!std::ranges::all_of(places, [&](const Vector3& place) { return room.isFree(place, apart); })) {
                places.clear();
                continue;
            }
            for (const Vector3& place : places) {
                room.add(place);
                seeds.push_back({place, seed.velocity, source.index, {}});
            }
        }
        if (places.empty())
            return; // the sky is full: it comes when the others have fallen
    }
}

std::array<std::uint32_t, 4> Emission::wordsOf(const Source& source, std::int64_t number, std::uint32_t attempt,
                                               RandomPurpose purpose) const
{
    return randomWords(static_cast<std::uint64_t>(m_settings.seed),
                       static_cast<std::uint64_t>(number) << 8 | source.index, attempt, purpose);
}

Seed Emission::flake(const Source& source, std::int64_t number, std::uint32_t attempt, double time) const
{
    const auto& snowfall = std::get<SnowfallParameters>(source.emitter.kind);
    const auto random = [&](RandomPurpose purpose) { return wordsOf(source, number, attempt, purpose); };
    const auto words = random(RandomPurpose::FlakePlace);
    Seed seed{placeOf(source, words, time), snowfall.velocity, source.index, {}};
    if (m_wind && snowfall.fallsInAir) {
        const Float4 here{};
        Float4 air;
        m_wind->sample({{&here, 1}, seed.position}, time, {&air, 1});
        seed.velocity = Vector3(air.x, air.y, air.z);
        if (m_settings.gravity.norm() > 0)
            seed.velocity += source.terminalSpeed * m_settings.gravity.normalized();
    }
    seed.velocity +=
        snowfall.velocityJitter * seed.velocity.norm() * signedVector(random(RandomPurpose::FlakeVelocity));
    // It came in at some time within the step: without that, flakes would lie in layers.
    const double way = static_cast<double>(unitInterval(words[3])) * m_spacing;
    if (const double speed = seed.velocity.norm(); speed > 0)
        seed.position += way / speed * seed.velocity;
    return seed;
}

Vector3 Emission::placeOf(const Source& source, const std::array<std::uint32_t, 4>& words, double time) const
{
    const double a = static_cast<double>(unitInterval(words[0])), b = static_cast<double>(unitInterval(words[1]));
    if (source.areas.empty()) {
        const auto& snowfall = std::get<SnowfallParameters>(source.emitter.kind);
        return carried(snowfall.centre + Vector3((a - 0.5) * snowfall.sizeX, (b - 0.5) * snowfall.sizeY, 0),
                       source.emitter.motion, time);
    }
    const double wanted = static_cast<double>(unitInterval(words[2])) * source.area;
    const auto found = std::ranges::upper_bound(source.areas, wanted);
    const auto triangle = std::min(static_cast<std::size_t>(found - source.areas.begin()), source.areas.size() - 1);
    const TriangleMesh& mesh = *source.emitter.surface;
    const auto& [i, j, k] = mesh.triangles[triangle];
    const double root = std::sqrt(a); // uniform in the triangle
    return carried((1 - root) * mesh.points[i] + root * (1 - b) * mesh.points[j] + root * b * mesh.points[k],
                   source.emitter.motion, time);
}

void Emission::jet(Source& source, double time, Room& room, std::vector<Seed>& seeds) const
{
    const auto& nozzle = std::get<NozzleParameters>(source.emitter.kind);
    for (const std::int64_t end = due(source, time); source.next < end; ++source.next) {
        const JetLayer layer(source.emitter, source.next, m_spacing, time);
        for (std::size_t i = 0; i < source.layer.size(); ++i) {
            const auto words = randomWords(static_cast<std::uint64_t>(m_settings.seed),
                                           static_cast<std::uint64_t>(source.next) << 8 | source.index,
                                           static_cast<std::uint32_t>(i), RandomPurpose::Jet);
            const auto [left, velocity] = layer.at(source.layer[i]);
            const Vector3 place = wrapped(left + 0.5 * nozzle.jitter * m_spacing * signedVector(words));
            if (!room.isFree(place, leastRoomInJet * m_spacing))
                continue; // the opening is blocked there
            room.add(place);
            seeds.push_back({place, velocity, source.index, {}});
        }
    }
}

Vector3 Emission::wrapped(Vector3 place) const
{
    if (m_settings.periodic)
        for (int axis = 0; axis < 2; ++axis) {
            const double size = m_settings.periodSize[axis];
            place[axis] -= size * std::floor((place[axis] - m_settings.periodOrigin[axis]) / size);
        }
    return place;
}

void Emission::save(std::map<std::string, double>& numbers) const
{
    for (std::size_t k = 0; k < m_sources.size(); ++k)
        numbers[fmt::format("inflow{}", k)] = static_cast<double>(m_sources[k].next);
}

void Emission::restore(const std::map<std::string, double>& numbers)
{
    for (std::size_t k = 0; k < m_sources.size(); ++k) {
        const auto found = numbers.find(fmt::format("inflow{}", k));
        if (found == numbers.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks the number 'inflow{}'", k);
        m_sources[k].next = static_cast<std::int64_t>(found->second);
    }
}

} // namespace sastrugi
