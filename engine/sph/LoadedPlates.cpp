#include "engine/sph/LoadedPlates.h"

#include "engine/core/Error.h"
#include "engine/math/Kernel.h"
#include "engine/simulation/BoundaryInFrame.h"

#include <cmath>

namespace sastrugi
{

namespace
{

/// Of one particle at one boundary.
struct Contact {
    Vector3 gradient = Vector3::Zero(); // sum V_b gradW_ib
    double rate = 0;                    // of friction, 1/s
    Vector3 drive = Vector3::Zero();    // sum of rates times the velocities of the samples
};

class Reaction
{
public:
    Reaction(const SphStep& step, std::size_t boundary)
        : m_step(step), m_boundary(boundary), m_walls(step.state().walls.arrays()),
          m_kernel(step.constants().supportRadius)
    {
    }

    /// The force of the snow on the boundary, N.
    Vector3 force() const
    {
        struct Sum {
            Vector3 force = Vector3::Zero();
            Sum& operator+=(const Sum& other)
            {
                force += other.force;
                return *this;
            }
        };
        return parallelSum<Sum>(m_step.arrays().count,
                                [&](std::size_t block, Range range) {
                                    Sum sum;
                                    const NeighbourLists::Block& lists = m_step.state().wallNeighbours.block(block);
                                    for (std::size_t i = range.begin; lists.pairs > 0 && i < range.end; ++i)
                                        sum.force += forceBy(i, contactOf(i, i - range.begin, lists));
                                    return sum;
                                })
            .force;
    }

private:
    Contact contactOf(std::size_t i, std::size_t inBlock, const NeighbourLists::Block& lists) const
    {
        constexpr std::size_t lanes = NeighbourLists::groupSize;
        const std::span<const std::uint16_t> boundaries = m_step.state().walls.boundaryOfSample();
        const double h = m_step.constants().spacing;
        const std::size_t group = inBlock / lanes, lane = inBlock % lanes;
        Contact contact;
        for (std::uint32_t row = lists.groupStart[group]; row < lists.groupStart[group + 1]; ++row) {
            const std::uint32_t b = lists.indices[row * lanes + lane];
            if (b >= m_walls.count || boundaries[b] != m_boundary)
                continue;
            const Vector3 d = displacement(m_step.arrays().position[i], m_walls.position[b]);
            const double r = d.norm(), volume = static_cast<double>(m_walls.position[b].w);
            if (r < 1e-6 * h)
                continue;
            const double slope = volume * m_kernel.derivative(r) / r;
            contact.gradient += slope * d;
            const double rate = static_cast<double>(m_walls.velocity[b].w) * -slope * r * r / (r * r + 0.01 * h * h);
            contact.rate += rate;
            contact.drive += rate * Vector3(m_walls.velocity[b].x, m_walls.velocity[b].y, m_walls.velocity[b].z);
        }
        return contact;
    }

    Vector3 forceBy(std::size_t i, const Contact& contact) const
    {
        if (contact.gradient.isZero())
            return Vector3::Zero();
        const SnowArrays& snow = m_step.arrays();
        const SphConstants& constants = m_step.constants();
        const double volume = static_cast<double>(snow.position[i].w), mass = static_cast<double>(snow.mass[i]);
        const double pressure =
            constants.solvesPressure ? static_cast<double>(constants.boundaryPressureScale * snow.pressure[i]) : 0;
        Matrix3 correction = Matrix3::Identity();
        if (!constants.isSymmetric) {
            const SymmetricPointers& l = snow.correction;
            correction << l.xx[i], l.xy[i], l.xz[i], l.xy[i], l.yy[i], l.yz[i], l.xz[i], l.yz[i], l.zz[i];
        }
        const Vector3 velocity = {snow.velocity.x[i], snow.velocity.y[i], snow.velocity.z[i]};
        Vector3 friction = contact.rate * velocity - contact.drive;
        if (m_step.state().walls.surfaceOf(static_cast<std::uint16_t>(m_boundary)).frictionMode ==
            FrictionMode::Tangential) {
            const Vector3 normal = contact.gradient.normalized();
            friction -= normal.dot(friction) * normal;
        }
        return volume * (pressure * contact.gradient -
                         static_cast<double>(snow.meanStress[i]) * (correction * contact.gradient)) +
               mass * friction;
    }

    Vector3 displacement(const Float4& a, const Float4& b) const
    {
        const Period& period = m_step.constants().period;
        const auto wrapped = [](float d, float size) { return size > 0 ? d - size * std::nearbyint(d / size) : d; };
        return {wrapped(a.x - b.x, period.sizeX), wrapped(a.y - b.y, period.sizeY), a.z - b.z};
    }

    const SphStep& m_step;
    std::size_t m_boundary;
    WallArrays m_walls;
    CubicSpline m_kernel;
};

/// In a step that begins then.
PlateMotion motionIn(const PlateMotion& plate, const PlateLoad& load, double time)
{
    if (load.isLiftedAt(time))
        return {plate.way, -load.liftSpeed};
    return {plate.way, load.isHeldAt(time) ? 0 : plate.velocity};
}

} // namespace

void checkPlates(const Scene& scene)
{
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.load && boundary.surface.adhesion > 0)
            throw NodeError(ErrorKind::Scene, boundary.name,
                            fmt::format("boundary '{}' carries a load and has an adhesion of {} m/s^2; what attracts "
                                        "snow cannot carry a load yet",
                                        boundary.name, boundary.surface.adhesion));
}

void placePlates(SphState& state, const Scene& scene, double time)
{
    for (auto& [boundary, plate] : state.plates)
        state.walls.setPlate(boundary, motionIn(plate, *scene.boundaries[boundary].load, time));
}

std::map<std::size_t, PlateMotion> movedPlates(const SphStep& step, const Scene& scene, double time, StepReport& report)
{
    std::map<std::size_t, PlateMotion> plates = step.state().plates;
    if (plates.empty())
        return plates;
    step.run(step.kernels().shearStress, ShearInput::Velocity);
    const double dt = step.constants().timeStep;
    for (auto& [boundary, plate] : plates) {
        const PlateLoad& load = *scene.boundaries[boundary].load;
        const double answer = Reaction(step, boundary).force().dot(load.direction());
        plate = motionIn(plate, load, time);
        plate.way += dt * plate.velocity;
        if (!load.isHeldAt(time + dt) && !load.isLiftedAt(time + dt))
            plate.velocity += dt * (load.forceAt(time + dt) + answer) / load.mass;
        report.figures[loadFigure(scene.boundaries[boundary].name)] = plate.way;
        report.figures["answer." + scene.boundaries[boundary].name] = -answer;
    }
    return plates;
}

} // namespace sastrugi
