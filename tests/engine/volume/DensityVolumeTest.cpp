// Mass on voxels: all of it, where it belongs, whatever the threads.
#include "engine/volume/DensityVolume.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/simulation/Frame.h"
#include "tests/TestCase.h"

#include <cmath>
#include <numeric>
#include <random>

using namespace sastrugi;

namespace
{

Frame frameOf(const std::vector<Vector3f>& positions, float radius, float mass, const Vector3& origin = {0, 0, 0})
{
    Frame frame;
    frame.origin = origin;
    frame.particles = Attributes(positions.size());
    const auto position = frame.particles.add<float>("position", 3);
    for (std::size_t i = 0; i < positions.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            position[3 * i + axis] = positions[i][static_cast<int>(axis)];
    std::ranges::fill(frame.particles.add<float>("radius", 1), radius);
    std::ranges::fill(frame.particles.add<float>("mass", 1), mass);
    return frame;
}

std::vector<Vector3f> cloud(std::size_t count)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<float> in(-1, 1);
    std::vector<Vector3f> positions(count);
    for (Vector3f& position : positions)
        position = {in(random), 0.4F * in(random), 0.1F * in(random)};
    return positions;
}

double massOf(const VoxelGrid& grid)
{
    return std::accumulate(grid.values.begin(), grid.values.end(), 0.0) * std::pow(grid.voxelSize, 3);
}

} // namespace

class DensityVolumeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void massIsConservedAtAnyVoxelSize_data()
    {
        QTest::addColumn<double>("voxelSize");
        for (const double size : {0.0, 0.013, 0.05, 0.3, 10.0})
            QTest::newRow(qPrintable(QString::number(size))) << size;
    }

    void massIsConservedAtAnyVoxelSize()
    {
        QFETCH(double, voxelSize);
        const Frame frame = frameOf(cloud(3000), 0.02F, 0.25F, {100, -50, 3});
        const VoxelGrid grid = densityVolume(frame, {voxelSize});
        QCOMPARE(grid.voxelSize, voxelSize > 0 ? voxelSize : static_cast<double>(2 * 0.02F));
        QVERIFY2(std::abs(massOf(grid) / (3000 * 0.25) - 1) < 1e-5, qPrintable(QString::number(massOf(grid))));
        // Nothing reaches the rim.
        for (std::size_t k = 0; k < grid.counts[2]; ++k)
            for (std::size_t j = 0; j < grid.counts[1]; ++j) {
                QCOMPARE(grid.values[grid.indexOf(0, j, k)], 0.0F);
                QCOMPARE(grid.values[grid.indexOf(grid.counts[0] - 1, j, k)], 0.0F);
            }
    }

    void velocityAndTemperatureAreMeansByMass()
    {
        // Two particles on the same place, one three times as heavy; far away a third.
        Frame frame = frameOf({{0.25F, 0, 0}, {0.25F, 0, 0}, {40, 3, 2}}, 0.5F, 1);
        const auto mass = frame.particles.get<float>("mass");
        std::ranges::copy(std::vector<float>{1, 3, 2}, const_cast<float*>(mass.data()));
        std::ranges::copy(std::vector<float>{4, 0, 1, 0, 8, 1, -5, 0, 1},
                          frame.particles.add<float>("velocity", 3).begin());
        QVERIFY(snowVolume(frame, {1}, true, true).temperature.empty());
        std::ranges::copy(std::vector<float>{200, 240, 270}, frame.particles.add<float>("temperature", 1).begin());
        const SnowVolume snow = snowVolume(frame, {1}, true, true);
        QCOMPARE(snow.density.values, densityVolume(frame, {1}).values);
        QVERIFY(snowVolume(frame, {1}, false, false).velocity[0].empty());
        std::size_t near = 0, far = 0;
        for (std::size_t i = 0; i < snow.density.values.size(); ++i) {
            const std::size_t x = i % snow.density.counts[0];
            const bool isFar = snow.density.origin.x() + double(x) > 20;
            const bool hasSnow = snow.density.values[i] > 0;
            (isFar ? far : near) += hasSnow;
            const float expected[] = {isFar ? -5.0F : 1.0F, isFar ? 0.0F : 6.0F, 1.0F, isFar ? 270.0F : 230.0F};
            for (std::size_t axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(snow.velocity[axis][i] - (hasSnow ? expected[axis] : 0)) < 1e-4F);
            QVERIFY(std::abs(snow.temperature[i] - (hasSnow ? expected[3] : 0)) < 1e-2F);
        }
        QCOMPARE(near, std::size_t{36}); // four along x, three along the others: on a voxel the outer weights vanish
        QCOMPARE(far, std::size_t{27});
    }

    void aParticleIsABSplineAroundItsPlace()
    {
        const VoxelGrid grid = densityVolume(frameOf({{0.25F, 0, 0}}, 0.5F, 2), {1});
        // The cubic B-spline at distances 1.25, 0.25, 0.75 and 1.75 along x, 1, 0 and 1 along the others.
        const double along[] = {std::pow(0.75, 3) / 6, 2.0 / 3 - 0.0625 + std::pow(0.25, 3) / 2,
                                2.0 / 3 - 0.5625 + std::pow(0.75, 3) / 2, std::pow(0.25, 3) / 6};
        for (int i = 0; i < 4; ++i) {
            const auto at = [&](double x, double y, double z) {
                const auto index = [&](double value, int axis) {
                    return static_cast<std::size_t>(std::lround(value - grid.origin[axis]));
                };
                return static_cast<double>(grid.values[grid.indexOf(index(x, 0), index(y, 1), index(z, 2))]);
            };
            QVERIFY(std::abs(at(i - 1, 0, 0) - 2 * along[i] * 4 / 9) < 1e-6);
            QVERIFY(std::abs(at(i - 1, -1, 1) - 2 * along[i] / 36) < 1e-6);
        }
    }

    void wholeVoxelsMoveWithTheSnow()
    {
        // Powers of two, so that nothing is rounded.
        std::vector<Vector3f> positions = cloud(500), moved = positions;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            positions[i] = (positions[i] * 1024).array().round() / 1024;
            moved[i] = positions[i] + Vector3f(0.5F, -0.25F, 1);
        }
        const VoxelGrid a = densityVolume(frameOf(positions, 0.1F, 1), {0.0625}),
                        b = densityVolume(frameOf(moved, 0.1F, 1), {0.0625});
        QVERIFY(a.counts == b.counts);
        QVERIFY(a.values == b.values);
        QVERIFY((b.origin - a.origin).isApprox(Vector3(0.5, -0.25, 1)));
    }

    void threadsDoNotMatter()
    {
        const Frame frame = frameOf(cloud(20'000), 0.01F, 0.1F);
        std::vector<float> first;
        for (const int threads : {1, 2, 3, 7}) {
            const ThreadScope scope(threads);
            const VoxelGrid grid = densityVolume(frame, {});
            if (first.empty())
                first = grid.values;
            QVERIFY(grid.values == first);
        }
    }

    void scatteredSnowIsRefusedWithASentence()
    {
        QVERIFY(densityVolume(Frame(), {}).values.empty());
        const Frame frame = frameOf({{0, 0, 0}, {9000, 9000, 9000}}, 0.01F, 1);
        try {
            densityVolume(frame, {});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Scene);
            QVERIFY2(QString(error.what()).contains("larger voxels"), error.what());
        }
        QVERIFY(!densityVolume(frame, {100}).values.empty());
    }

    void itCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(densityVolume(frameOf(cloud(100), 0.02F, 1), {}, stop.get_token()), Error);
    }
};

SASTRUGI_TEST(DensityVolumeTest)
#include "DensityVolumeTest.moc"
