// Heaps and plates: tests 8 and 21 of section 8 of the specification.
#include "tests/TestCase.h"
#include "tests/physics/dem/DemRun.h"

#include <algorithm>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Highest grain by bin along x, the mean over strips across; 0 where there is none.
std::vector<double> profileOf(const DemRun& run, double wide, double deep, double bin)
{
    constexpr std::size_t strips = 3;
    const auto bins = static_cast<std::size_t>(std::ceil(wide / bin));
    std::vector<double> highest(bins * strips), profile(bins);
    const std::vector<Vector3> places = run.vectors("position");
    const std::vector<float> radii = run.numbers("radius");
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto k = static_cast<std::size_t>(std::clamp(places[i].x() / bin, 0.0, static_cast<double>(bins) - 1));
        const auto strip = static_cast<std::size_t>(std::clamp(3 * places[i].y() / deep, 0.0, 2.0));
        double& top = highest[k * strips + strip];
        top = std::max(top, places[i].z() + static_cast<double>(radii[i]));
    }
    for (std::size_t k = 0; k < bins; ++k)
        for (std::size_t strip = 0; strip < strips; ++strip)
            profile[k] += highest[k * strips + strip] / strips;
    return profile;
}

/// Of a line through the flank of a heap that falls with x, between a sixth and five sixths of its height.
double slopeOf(const std::vector<double>& profile, double bin)
{
    const double top = *std::ranges::max_element(profile);
    double n = 0, sx = 0, sz = 0, sxx = 0, sxz = 0;
    for (std::size_t k = 0; k < profile.size(); ++k) {
        if (profile[k] > top * 5 / 6 || profile[k] < top / 6)
            continue;
        const double x = static_cast<double>(k) * bin, z = profile[k];
        n += 1, sx += x, sz += z, sxx += x * x, sxz += x * z;
    }
    return -(n * sxz - sx * sz) / (n * sxx - sx * sx);
}

} // namespace

class DemHeapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heapsStandAtTheAngleOfRepose_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::addRow("30 degrees") << 30.0;
        QTest::addRow("38 degrees") << 38.0;
    }
    void heapsStandAtTheAngleOfRepose()
    {
        QFETCH(double, degrees);
        const double wide = 0.6, deep = 0.24, settle = 1, retreat = 3.2, bin = 0.04;
        DemRun run;
        run.material = looseSnow();
        run.material.angleOfRepose = degrees * std::numbers::pi / 180;
        run.material.compressionRate = 0;
        run.parameters.settleTime = settle;
        run.addTray(wide, deep, 0.9);
        // The wall on the side of larger x goes away; those along it are long enough.
        SteadyMotion motion;
        motion.velocity = {0.25, 0, 0};
        motion.start = settle;
        motion.duration = retreat;
        run.scene.boundaries[3].motion = RigidMotion().followedBy(motion);
        run.scene.boundaries.resize(5);
        for (const std::size_t k : {2u, 4u})
            run.scene.boundaries[k].mesh =
                std::make_shared<TriangleMesh>(makeBox({6, 0.4, 4}, {1, k == 2 ? -0.2 : deep + 0.2, 0}));
        run.addLattice(15, 6, 16, Vector3::Zero(), 0.03);
        run.start();
        for (std::size_t i = 0; i < run.state().grains.count(); ++i)
            run.state().grains.setDurability(i, 0.8 + 0.2 * randomSigned(i, 0));
        run.runTo(settle + retreat);
        const std::vector<double> stopped = profileOf(run, 1.6, deep, bin);
        run.runTo(settle + retreat + 0.5);
        const std::vector<double> later = profileOf(run, 1.6, deep, bin);
        compare(std::atan(slopeOf(later, bin)) * 180 / std::numbers::pi, degrees, 7, "8: angle of a heap, degrees");
        const double height = *std::ranges::max_element(stopped);
        compare(*std::ranges::max_element(later) / height, 1, 0.02, "8: height half a second later");
    }

    void platesMeetGrowingStress()
    {
        // A bed, not the columns of a lattice: it settles to a packing of its own, then under its weight. Strain is of
        // its height then.
        constexpr int layers = 12, wide = 5;
        const double room = 0.02, edge = 2 * wide * 0.02 + room, high = 2 * layers * 0.02, speed = 0.15, start = 1.5;
        DemRun run;
        run.parameters.settleTime = 1;
        run.addTray(edge, edge, 0.5);
        SteadyMotion motion;
        motion.velocity = {0, 0, -speed};
        motion.start = start;
        run.addBoundary(makeBox({edge + 0.1, edge + 0.1, 0.2}, {0.5 * edge, 0.5 * edge, high + 0.1}), 0.5).motion =
            RigidMotion().followedBy(motion);
        run.addLattice(wide, wide, layers, {0.5 * room, 0.5 * room, 0}, 0.05);
        run.runTo(start);
        double top = 0;
        for (const Vector3& x : run.vectors("position"))
            top = std::max(top, x.z() + run.parameters.radius);
        const std::size_t plate = 5;
        double sum = 0;
        int steps = 0;
        const auto stressAt = [&](double strain) { // mean over two hundredths of strain
            const auto timeOf = [&](double at) { return start + (high - (1 - at) * top) / speed; };
            run.runTo(timeOf(strain - 0.01));
            sum = 0, steps = 0;
            run.runTo(timeOf(strain + 0.01), [&](const StepReport&) {
                sum += run.state().walls.force(plate).z() / (edge * edge);
                ++steps;
            });
            return sum / steps;
        };
        const double first = stressAt(0.16), second = stressAt(0.40), third = stressAt(0.64);
        QVERIFY(first < second && second < third);
        compare(std::log(first / 500), 0, std::log(1.5), "21: logarithm of stress over 0.5 kPa at 16 % strain");
        compare(std::log(second / 2000), 0, std::log(1.5), "21: logarithm of stress over 2 kPa at 40 % strain");
        compare(std::log(third / 10000), 0, std::log(1.5), "21: logarithm of stress over 10 kPa at 64 % strain");
    }
};

SASTRUGI_TEST(DemHeapTest)
#include "DemHeapTest.moc"
