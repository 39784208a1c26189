// What a ray meets, and which numbers become which colours.
#include "app/render/pick.h"
#include "app/render/colourMap.h"
#include "app/render/scalars.h"
#include "engine/geometry/Primitives.h"

#include "tests/TestCase.h"

using namespace sastrugi;

namespace
{

/// Particles of radius 0.1 m along the x axis, 1 m apart, at z = 100 m.
Frame row(std::size_t count)
{
    Frame frame;
    frame.origin = {0, 0, 100};
    frame.particles = Attributes(count);
    const auto position = frame.particles.add<float>("position", 3);
    const auto velocity = frame.particles.add<float>("velocity", 3);
    const auto radius = frame.particles.add<float>("radius");
    const auto id = frame.particles.add<std::uint32_t>("id");
    for (std::size_t i = 0; i < count; ++i) {
        position[3 * i] = static_cast<float>(i);
        velocity[3 * i + 1] = 3;
        velocity[3 * i + 2] = static_cast<float>(i);
        radius[i] = 0.1f;
        id[i] = static_cast<std::uint32_t>(i);
    }
    return frame;
}

} // namespace

class PickTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNearestParticleIsPicked()
    {
        const Frame frame = row(5);
        const Ray ray = {{-10, 0.05, 100}, {1, 0, 0}};
        const std::optional<Pick> pick = pickParticle(frame, ray, {});
        QVERIFY(pick && pick->particle == 0);
        QVERIFY(std::abs(pick->distance - (10 - std::sqrt(0.01 - 0.0025))) < 1e-6);
        QVERIFY(!pickParticle(frame, {{-10, 0.11, 100}, {1, 0, 0}}, {}));
        QVERIFY(!pickParticle(frame, {{-10, 0, 100}, {-1, 0, 0}}, {})); // behind
        const Slice slice = {.normal = {1, 0, 0}, .offset = 2, .thickness = 1};
        QCOMPARE(pickParticle(frame, ray, slice)->particle, std::ptrdiff_t{2});
    }

    void trianglesAreMetFromBothSides()
    {
        const TriangleMesh box = makeBox({2, 2, 2}, {0, 0, 0});
        QVERIFY(std::abs(*hitDistance(box, {{-5, 0.1, 0.2}, {1, 0, 0}}) - 4) < 1e-12);
        QVERIFY(std::abs(*hitDistance(box, {{0, 0.1, 0.2}, {1, 0, 0}}) - 1) < 1e-12); // from inside
        QVERIFY(!hitDistance(box, {{-5, 1.1, 0}, {1, 0, 0}}));
        QVERIFY(!hitDistance(box, {{-5, 0, 0}, {-1, 0, 0}}));
    }

    void scalarsAreNumbersOrLengths()
    {
        const Frame frame = row(5);
        QCOMPARE(scalarsOf(frame.particles, "radius").front(), 0.1f);
        QCOMPARE(scalarsOf(frame.particles, "velocity")[4], 5.0f);
        QCOMPARE(scalarsOf(frame.particles, "id")[3], 3.0f);
        QVERIFY_EXCEPTION_THROWN(scalarsOf(frame.particles, "colour"), Error);
    }

    void straysDoNotWidenTheUsualRange()
    {
        std::vector<float> values;
        for (int i = 0; i <= 1000; ++i)
            values.push_back(static_cast<float>(i));
        values.back() = 1e9f;
        QCOMPARE(usualRange(values), std::pair(10.0, 990.0));
        QVERIFY(usualRange({}).second > usualRange({}).first);
        QVERIFY(usualRange({5, 5, 5}).second > usualRange({5, 5, 5}).first);
    }

    void lightnessOfColourMapsRisesEvenly()
    {
        for (const std::string_view name : colourMaps()) {
            double last = -1;
            for (const Colour& colour : coloursOf(name)) {
                const double lightness = 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
                QVERIFY2(name == "diverging" || lightness >= last - 2e-3, std::string(name).c_str());
                last = lightness;
            }
        }
        QVERIFY_EXCEPTION_THROWN(coloursOf("rainbow"), Error);
    }
};

SASTRUGI_TEST(PickTest)
#include "PickTest.moc"
