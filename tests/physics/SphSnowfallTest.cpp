// How dense snow packs that falls flake by flake (T21): by its density it hardens and packs, by its lost volume it
// freezes into a fluffy column, which is the comparison of figure 13 of Gissler et al. 2020.
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <algorithm>
#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double spacing = 0.005, fallSpeed = 1;
constexpr int flakes = 360;

/// 6 x 6 spacings in a periodic domain, flakes at random above each other. Returns the density between 10 % and 80 % of
/// the flakes after a second.
double packedDensity(RestDensity law, bool paperExact)
{
    SphRun run;
    run.parameters.spacing = spacing;
    run.parameters.largestTimeStep = 5e-4;
    run.parameters.restDensity = law;
    run.parameters.paperExact = paperExact;
    run.scene.settings.gravity = {0, 0, -9.81};
    run.scene.settings.periodic = true;
    run.scene.settings.periodSize = {6 * spacing, 6 * spacing, 1};
    run.addBoundary(makePlane(20 * spacing, 20 * spacing, Vector3::Zero()), 1);
    run.addBox({6 * spacing, 6 * spacing, 10 * spacing}, {3 * spacing, 3 * spacing, 6 * spacing});
    run.start();
    SnowParticles& particles = run.state().snow.particles();
    for (std::uint32_t i = 0; i < flakes; ++i) {
        const auto words = randomWords(5, i, 0, RandomPurpose::Test);
        particles.position[i] = {static_cast<float>(6 * spacing * static_cast<double>(unitInterval(words[0]))),
                                 static_cast<float>(6 * spacing * static_cast<double>(unitInterval(words[1]))),
                                 static_cast<float>((3 + 0.15 * i) * spacing), 0};
        particles.velocity[2][i] = static_cast<float>(-fallSpeed);
    }
    run.runTo(1);
    std::vector<double> heights;
    for (const Vector3& place : run.positions())
        heights.push_back(place.z());
    std::sort(heights.begin(), heights.end());
    const std::size_t low = flakes / 10, high = flakes * 8 / 10;
    const double mass = static_cast<double>(high - low) * 400 * std::pow(spacing, 3);
    return mass / (36 * spacing * spacing * (heights[high] - heights[low]));
}

} // namespace

class SphSnowfallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fallenSnowPacks_data()
    {
        QTest::addColumn<bool>("paperExact");
        QTest::newRow("defaults") << false;
        QTest::newRow("paper exact") << true;
    }
    void fallenSnowPacks()
    {
        QFETCH(bool, paperExact);
        compare(packedDensity(RestDensity::ActualDensity, paperExact), 330, 40, "density");
    }

    void fallenSnowStaysFluffyWhenItHardensByLostVolume()
    {
        const double density = packedDensity(RestDensity::PlasticDetHardening, false);
        QVERIFY2(density < 150 && density > 40, qPrintable(QString::number(density)));
    }
};

SASTRUGI_TEST(SphSnowfallTest)
#include "SphSnowfallTest.moc"
