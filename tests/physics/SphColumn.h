// A column of snow in a periodic domain, on a plate and under one: for tests of stress and compaction.
#pragma once

#include "tests/physics/SphRun.h"

#include <cmath>
#include <vector>

namespace sastrugi::test
{

inline constexpr double gravity = 9.81;

/// What a horizontal layer of a column is like, in the mean.
struct Layer {
    double height = 0;      // m
    double stress = 0;      // on horizontal planes, Pa; positive where it is compressed
    double restDensity = 0; // kg/m^3
};

/// 5 x 5 particles in a periodic domain on a plate without friction.
class Column
{
public:
    SphRun run;

    Column(int layers, double spacing, const SnowMaterial& material) : m_layers(layers), m_spacing(spacing)
    {
        run.parameters.spacing = spacing;
        run.material = material;
        run.scene.settings.gravity.setZero();
        run.scene.settings.periodic = true;
        run.scene.settings.periodOrigin = {-2.5 * spacing, -2.5 * spacing, 0};
        run.scene.settings.periodSize = {5 * spacing, 5 * spacing, 1};
        run.addBoundary(plate(0), 0);
        run.addBox({5 * spacing, 5 * spacing, layers * spacing}, {0, 0, (layers + 1) * spacing / 2});
    }

    /// Puts a plate on it.
    void cover(const RigidMotion& motion) { run.addBoundary(plate((m_layers + 1) * m_spacing), 0, motion); }

    double thickness() const { return m_layers * m_spacing; }

    /// Takes motion out of it, by that share in a second.
    void damp(double perSecond, double timeStep)
    {
        for (auto& component : run.state().snow.particles().velocity)
            for (float& v : component)
                v *= static_cast<float>(1 - perSecond * timeStep);
    }

    void start()
    {
        run.start();
        for (const Vector3& x : run.positions())
            m_layerOf.push_back(static_cast<std::size_t>(std::lround(x.z() / m_spacing)) - 1);
    }

    /// From below, of the particles that a layer has at the start.
    std::vector<Layer> layers() const
    {
        const SnowParticles& p = run.state().snow.particles();
        std::vector<Layer> layers(static_cast<std::size_t>(m_layers));
        for (std::size_t i = 0; i < run.state().snow.count(); ++i) {
            Layer& layer = layers[m_layerOf[p.id[i]]];
            const double zz = p.elastic[5][i], volumeRatio = determinant(p, i);
            const double restDensity = static_cast<double>(p.density[i]) * volumeRatio;
            const SnowMaterial& m = run.material;
            const double hardened = std::exp(m.hardening * (1 - m.density / restDensity));
            const double shearModulus = hardened * m.youngsModulus / (2 * (1 + m.poissonsRatio));
            layer.height += static_cast<double>(p.position[i].z) / 25;
            // What the shear solve gets of the strain: without its mean where the pressure has it.
            double strain = 1 - zz;
            if (run.parameters.variant == SphVariant::DeviatoricSplit)
                strain -= (3 - static_cast<double>(p.elastic[0][i] + p.elastic[3][i] + p.elastic[5][i])) / 3;
            layer.stress += (static_cast<double>(p.pressure[i]) + 2 * shearModulus * strain) / 25;
            layer.restDensity += restDensity / 25;
        }
        return layers;
    }

    /// The mean of the layers but the four next to either plate; of pairs, as stresses swing from layer to layer.
    Layer core() const
    {
        const std::vector<Layer> all = layers();
        Layer mean;
        for (std::size_t k = 4; k + 4 < all.size(); ++k) {
            const double share = 1 / static_cast<double>(all.size() - 8);
            mean.height += share * all[k].height;
            mean.stress += share * all[k].stress;
            mean.restDensity += share * all[k].restDensity;
        }
        return mean;
    }

private:
    TriangleMesh plate(double height) const { return makePlane(10 * m_spacing, 10 * m_spacing, {0, 0, height}); }

    static double determinant(const SnowParticles& p, std::size_t i)
    {
        Matrix3 e;
        const auto at = [&](std::size_t k) { return static_cast<double>(p.elastic[k][i]); };
        e << at(0), at(1), at(2), at(1), at(3), at(4), at(2), at(4), at(5);
        return e.determinant();
    }

    int m_layers;
    double m_spacing;
    std::vector<std::size_t> m_layerOf; // by id
};

inline SnowMaterial elasticSnow()
{
    SnowMaterial snow;
    snow.youngsModulus = 140e3;
    snow.hardening = 0;
    snow.criticalCompression = snow.criticalStretch = 0.9; // never reached
    return snow;
}

inline SnowMaterial standardSnow()
{
    SnowMaterial snow;
    snow.youngsModulus = 140e3;
    return snow;
}

inline double lameLambda(const SnowMaterial& m)
{
    return m.youngsModulus * m.poissonsRatio / ((1 + m.poissonsRatio) * (1 - 2 * m.poissonsRatio));
}

inline double shearModulus(const SnowMaterial& m) { return m.youngsModulus / (2 * (1 + m.poissonsRatio)); }

/// The stress at which snow of that rest density yields when it cannot give way sideways.
inline double yieldStress(const SnowMaterial& m, double restDensity)
{
    const double c = m.criticalCompression;
    return (lameLambda(m) * c / (1 - c) + 2 * shearModulus(m) * c) *
           std::exp(m.hardening * (1 - m.density / restDensity));
}

inline SteadyMotion vertical(double speed, double start, double duration)
{
    SteadyMotion motion;
    motion.velocity = {0, 0, speed};
    motion.start = start;
    motion.duration = duration;
    return motion;
}

/// T10: twelve layers of 2 cm, at 0.2 per second.
inline constexpr double compactionSpeed = 0.2 * 12 * 0.02;

} // namespace sastrugi::test
