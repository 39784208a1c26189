// A snow phase at given places, with the stages of a step run one by one: for tests of what a stage computes.
#pragma once

#include "engine/core/Random.h"
#include "engine/geometry/Primitives.h"
#include "engine/sph/PressureSolver.h"
#include "engine/sph/ShearSolver.h"
#include "engine/sph/SphSolver.h"
#include "engine/sph/SphStages.h"
#include "tests/physics/measured.h"

#include <Eigen/Dense>

#include <QTest>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace sastrugi::test
{

/// Uniform in [-1, 1).
inline double randomSigned(std::uint64_t id, std::uint32_t stream)
{
    return 2 * static_cast<double>(unitInterval(randomWords(11, id, stream, RandomPurpose::Test)[0])) - 1;
}

inline Vector3 randomVector(std::uint64_t id, std::uint32_t stream)
{
    return {randomSigned(id, stream), randomSigned(id, stream + 1), randomSigned(id, stream + 2)};
}

/// A cubic lattice of nx x ny x nz points, the first at `first`.
inline std::vector<Seed> latticeSeeds(int nx, int ny, int nz, double spacing, const Vector3& first)
{
    std::vector<Seed> seeds;
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x)
                seeds.push_back({first + spacing * Vector3(x, y, z), Vector3::Zero(), 0});
    return seeds;
}

inline Boundary planeBoundary(double size, double viscousFriction)
{
    Boundary boundary;
    boundary.name = "plane";
    boundary.mesh = std::make_shared<TriangleMesh>(makePlane(size, size, Vector3::Zero()));
    boundary.surface.viscousFriction = viscousFriction;
    return boundary;
}

class SphRig
{
public:
    Scene scene;
    SphParameters parameters;
    SnowMaterial material;
    double timeStep = 1e-3;
    SnowExtras extras;
    std::optional<HeatProperties> heat;

    SphRig() { scene.settings.gravity.setZero(); }

    void build(const std::vector<Seed>& seeds)
    {
        FillEmitter emitter;
        emitter.material = material;
        emitter.material.heat = heat;
        emitter.region = std::make_shared<TriangleMesh>(makeBox(Vector3::Ones(), Vector3::Zero()));
        scene.emitters = {emitter};
        const float mass = static_cast<float>(material.density * std::pow(parameters.spacing, 3));
        const Period period = sphPeriod(scene.settings, Vector3::Zero());
        m_state = std::make_unique<SphState>(
            SnowPhase(seeds, Vector3::Zero(), std::vector<FreshSnow>{{mass, 263.15f}}, extras),
            Walls(scene, parameters.spacing, Vector3::Zero(), period), Vector3::Zero(),
            TimeStepControl(parameters, 0, 0), CellGrid(static_cast<float>(2 * parameters.spacing), period),
            Emission(scene, parameters.spacing, 1));
        m_state->timer = StageTimer(16);
        m_setup = std::make_unique<SphSetup>(scene, parameters, Vector3::Zero(), StepTime{0, timeStep});
        m_step = std::make_unique<SphStep>(*m_state, m_setup->constants(), m_setup->kernels());
    }

    /// Everything up to the pressure solve.
    void prepare()
    {
        findNeighbours(*m_step, parameters);
        computeDensity(*m_step);
        addForces(*m_step, scene, 0);
        m_step->run(m_step->kernels().hardening);
        m_step->run(m_step->kernels().correction);
    }

    const SphStep& step() const { return *m_step; }
    const SphKernels& kernels() const { return m_step->kernels(); }
    SphState& state() { return *m_state; }
    const SnowArrays& arrays() const { return m_step->arrays(); }
    std::size_t count() const { return arrays().count; }

    /// The place of a particle in the arrays.
    std::size_t placeOf(std::uint32_t id) const
    {
        const SnowParticles& particles = m_state->snow.particles();
        for (std::size_t i = 0; i < count(); ++i)
            if (particles.id[i] == id)
                return i;
        return count();
    }

    Vector3 position(std::size_t i) const
    {
        const Float4& x = arrays().position[i];
        return {x.x, x.y, x.z};
    }
    Matrix3 elastic(std::size_t i) const { return symmetric(arrays().elastic, i); }

    /// What shearStress made of a velocity: T = 2 G dt D L for an undeformed particle, solved for D.
    Matrix3 strainRateFromStress(std::size_t i) const
    {
        const double volume = static_cast<double>(arrays().position[i].w);
        Matrix3 stress;
        for (int r = 0; r < 3; ++r)
            stress.row(r) = Vector3(arrays().stress[r][i].x, arrays().stress[r][i].y, arrays().stress[r][i].z) / volume;
        const Matrix3 correction = symmetric(arrays().correction, i);
        return stress * correction.inverse() / (2 * static_cast<double>(arrays().shearModulus[i]) * timeStep);
    }

    static Matrix3 symmetric(const SymmetricPointers& a, std::size_t i)
    {
        Matrix3 m;
        m << a.xx[i], a.xy[i], a.xz[i], a.xy[i], a.yy[i], a.yz[i], a.xz[i], a.yz[i], a.zz[i];
        return m;
    }
    static Vector3 at(const VectorPointers& v, std::size_t i) { return {v.x[i], v.y[i], v.z[i]}; }
    static void set(const VectorPointers& v, std::size_t i, const Vector3& value)
    {
        v.x[i] = static_cast<float>(value.x());
        v.y[i] = static_cast<float>(value.y());
        v.z[i] = static_cast<float>(value.z());
    }

private:
    std::unique_ptr<SphState> m_state;
    std::unique_ptr<SphSetup> m_setup;
    std::unique_ptr<SphStep> m_step;
};

} // namespace sastrugi::test
