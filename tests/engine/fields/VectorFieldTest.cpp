// Velocity fields: what each is, that air is neither made nor lost in it, and that a batch does not matter.
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/fields/AirDrag.h"
#include "engine/fields/CombinedField.h"
#include "engine/fields/Gust.h"
#include "engine/fields/Turbulence.h"
#include "engine/fields/UniformWind.h"
#include "engine/fields/Vortex.h"
#include "tests/TestCase.h"

#include <cmath>
#include <cstring>

using namespace sastrugi;

namespace
{

void compare(double actual, double expected, double tolerance, const char* what)
{
    QVERIFY2(
        std::abs(actual - expected) <= tolerance,
        qPrintable(QString("%1: %2, expected %3 +- %4").arg(what).arg(actual, 0, 'g', 8).arg(expected).arg(tolerance)));
}

/// Uniform in a cube of that edge about the origin.
std::vector<Float4> randomPlaces(std::size_t count, float edge)
{
    std::vector<Float4> places(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto words = randomWords(5, i, 0, RandomPurpose::Test);
        places[i] = {edge * (unitInterval(words[0]) - 0.5f), edge * (unitInterval(words[1]) - 0.5f),
                     edge * (unitInterval(words[2]) - 0.5f), 0};
    }
    return places;
}

std::vector<Float4> sampled(const Field& field, const std::vector<Float4>& places, double time,
                            const Vector3& origin = Vector3::Zero())
{
    std::vector<Float4> velocities(places.size());
    field->sample({places, origin}, time, velocities);
    return velocities;
}

Vector3 at(const Field& field, const Vector3& place, double time = 0)
{
    const Float4 u = sampled(field, {Float4{}}, time, place)[0];
    return {u.x, u.y, u.z};
}

bool same(const std::vector<Float4>& a, const std::vector<Float4>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Float4)) == 0;
}

/// A turbulent wind in a whirl, in gusts: all kinds at once.
Field everything()
{
    TurbulenceParameters eddies;
    eddies.drift = {1, 0.5, 0};
    GustParameters gust;
    gust.interval = 1.5;
    gust.irregularity = 0.7;
    VortexParameters vortex;
    vortex.axis = {1, 2, 3};
    vortex.updraft = 2;
    return combineFields({makeTurbulence(eddies), makeGust(gust), makeVortex(vortex), makeUniformWind({})});
}

/// Root mean squares of divergence and gradient, by central differences of fourth order.
struct Derivatives {
    double divergence = 0, gradient = 0;
};

Derivatives derivativesOf(const Field& field, double time, double edge, double step)
{
    Derivatives sum;
    constexpr int count = 4000;
    const std::vector<Float4> places = randomPlaces(count, static_cast<float>(edge));
    for (const Float4& p : places) {
        Matrix3 gradient;
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3 offset = step * Vector3::Unit(axis), x(p.x, p.y, p.z);
            gradient.col(axis) = (8 * (at(field, x + offset, time) - at(field, x - offset, time)) -
                                  (at(field, x + 2 * offset, time) - at(field, x - 2 * offset, time))) /
                                 (12 * step);
        }
        sum.divergence += gradient.trace() * gradient.trace() / count;
        sum.gradient += gradient.squaredNorm() / count;
    }
    return {std::sqrt(sum.divergence), std::sqrt(sum.gradient)};
}

} // namespace

class VectorFieldTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void turbulenceHasItsSpeedAndNoMean_data()
    {
        QTest::addColumn<int>("octaves");
        QTest::addColumn<double>("time");
        QTest::newRow("one size") << 1 << 0.0;
        QTest::newRow("five sizes") << 5 << 0.0;
        QTest::newRow("one size, half way to another") << 1 << 0.5;
        QTest::newRow("five sizes, later") << 5 << 7.3;
    }

    void turbulenceHasItsSpeedAndNoMean()
    {
        QFETCH(int, octaves);
        QFETCH(double, time);
        TurbulenceParameters eddies;
        eddies.speed = 3;
        eddies.octaves = octaves;
        double squares = 0;
        Vector3 mean = Vector3::Zero(), meanSquares = Vector3::Zero();
        const std::vector<Float4> velocities = sampled(makeTurbulence(eddies), randomPlaces(400000, 60), time);
        for (const Float4& u : velocities) {
            const Vector3 v(u.x, u.y, u.z);
            squares += v.squaredNorm() / static_cast<double>(velocities.size());
            mean += v / static_cast<double>(velocities.size());
            meanSquares += v.cwiseAbs2() / static_cast<double>(velocities.size());
        }
        compare(std::sqrt(squares) / 3, 1, 0.01, "speed");
        compare(mean.norm() / 3, 0, 0.01, "mean");
        for (int axis = 0; axis < 3; ++axis)
            compare(meanSquares[axis] / squares, 1.0 / 3, 0.01, "share of an axis");
    }

    void fieldsMakeAndLoseNoAir_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("time");
        QTest::newRow("turbulence, one size") << 0 << 0.0;
        QTest::newRow("turbulence, four sizes, changing") << 1 << 2.3;
        QTest::newRow("vortex") << 2 << 0.0;
        QTest::newRow("everything") << 3 << 0.8;
    }

    void fieldsMakeAndLoseNoAir()
    {
        QFETCH(int, kind);
        QFETCH(double, time);
        TurbulenceParameters eddies;
        eddies.octaves = kind == 0 ? 1 : 4;
        VortexParameters vortex;
        vortex.axis = {1, -2, 0.5};
        vortex.updraft = 4;
        const Field field = kind < 2 ? makeTurbulence(eddies) : kind == 2 ? makeVortex(vortex) : everything();
        const Derivatives found = derivativesOf(field, time, 8, 0.004);
        QVERIFY(found.gradient > 0.5);
        QVERIFY2(found.divergence <= 1e-3 * found.gradient,
                 qPrintable(QString("divergence %1, gradient %2").arg(found.divergence).arg(found.gradient)));
    }

    void aBatchAThreadAndAnInstructionSetDoNotMatter()
    {
        const Field field = everything();
        const Vector3 origin(1000, -2000, 3);
        const std::vector<Float4> places = randomPlaces(2500, 20);
        const std::vector<Float4> whole = sampled(field, places, 1.7, origin);
        for (const std::size_t size : {1u, 3u, 8u, 13u, 511u}) {
            std::vector<Float4> parts(places.size());
            for (std::size_t begin = 0; begin < places.size(); begin += size) {
                const std::size_t count = std::min(size, places.size() - begin);
                field->sample({std::span(places).subspan(begin, count), origin}, 1.7,
                              std::span(parts).subspan(begin, count));
            }
            QVERIFY2(same(parts, whole), qPrintable(QString::number(size)));
        }
        for (const int threads : {1, 2, 7}) {
            const ThreadScope scope(threads);
            std::vector<Float4> parts(places.size());
            parallelForBlocks(places.size(), [&](std::size_t, Range range) {
                field->sample({std::span(places).subspan(range.begin, range.size()), origin}, 1.7,
                              std::span(parts).subspan(range.begin, range.size()));
            });
            QVERIFY2(same(parts, whole), qPrintable(QString::number(threads)));
        }
        for (const char* isa : {"portable", "avx2", "avx512"}) {
            qputenv("SASTRUGI_ISA", isa);
            try {
                QVERIFY2(same(sampled(field, places, 1.7, origin), whole), isa);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Usage); // not on this processor
            }
        }
        qunsetenv("SASTRUGI_ISA");
        const std::vector<Float4> later = sampled(field, places, 1.8, origin);
        QVERIFY(!same(later, whole));
    }

    void turbulenceDriftsChangesAndIsAsFineFarAway()
    {
        TurbulenceParameters eddies;
        eddies.changeTime = 0;
        eddies.drift = {2, -1, 0.5};
        const Field still = makeTurbulence(eddies);
        const Vector3 place(0.3, -0.7, 1.9);
        compare((at(still, place + 3 * eddies.drift, 3) - at(still, place)).norm(), 0, 1e-5, "drift");

        // A million eddies away a step of a thousandth of one is still a small change, and not none.
        const Vector3 far(1e6, -1e6, 1e6);
        const std::vector<Float4> near = sampled(still, {Float4{0, 0, 0, 0}, Float4{1e-3f, 0, 0, 0}}, 0, far);
        const double change = Vector3(near[1].x - near[0].x, near[1].y - near[0].y, near[1].z - near[0].z).norm();
        QVERIFY2(change > 1e-5 && change < 0.1, qPrintable(QString::number(change)));

        eddies.drift.setZero();
        eddies.changeTime = 0.5;
        const Field changing = makeTurbulence(eddies);
        double largest = 0, correlation = 0, square = 0;
        for (const Float4& p : randomPlaces(2000, 50)) {
            const Vector3 x(p.x, p.y, p.z);
            for (double time = 0; time < 1; time += 0.25)
                largest = std::max(largest, (at(changing, x, time + 1e-4) - at(changing, x, time)).norm());
            correlation += at(changing, x, 0).dot(at(changing, x, 0.5)); // when the largest eddies are others
            square += at(changing, x, 0).squaredNorm();
        }
        QVERIFY2(largest < 0.02, qPrintable(QString::number(largest))); // it changes without a jump
        QVERIFY2(std::abs(correlation / square) < 0.1, qPrintable(QString::number(correlation / square)));
    }

    void anotherSeedGivesOtherEddies()
    {
        TurbulenceParameters eddies, other;
        other.seed = 1;
        QVERIFY((at(makeTurbulence(eddies), {1.3, 0.2, 0.4}) - at(makeTurbulence(other), {1.3, 0.2, 0.4})).norm() >
                0.05);
    }

    void aVortexIsFastestAtItsRadius()
    {
        VortexParameters vortex;
        vortex.centre = {1, 2, 3};
        vortex.axis = {0, 0, 2};
        vortex.radius = 0.5;
        vortex.speed = 4;
        vortex.updraft = 3;
        const Field field = makeVortex(vortex);
        const Vector3 edge = at(field, vortex.centre + Vector3(0.5, 0, 7));
        compare(edge.y(), 4, 1e-5, "to the left");
        compare(edge.x(), 0, 1e-5, "outwards");
        for (const double radius : {0.25, 0.45, 0.55, 1.5})
            QVERIFY(at(field, vortex.centre + Vector3(0, radius, 0)).head<2>().norm() < 4 - 1e-3);
        const Vector3 near = at(field, vortex.centre + Vector3(1e-3, 0, 0));
        compare(near.y(), 4 / 0.5 * (1.2564312 + 0.5) * 1e-3, 1e-6, "solid rotation");
        compare(near.z(), 3, 1e-4, "updraft");
        compare(at(field, vortex.centre + Vector3(50, 0, 0)).y() * 50, 4 * 0.5 * (1 + 0.5 / 1.2564312), 1e-4,
                "circulation");
        vortex.axis.setZero();
        QVERIFY_THROWS_EXCEPTION(Error, makeVortex(vortex));
    }

    void aGustRisesAndFalls()
    {
        GustParameters gust;
        gust.velocity = {8, 0, -2};
        gust.start = 1;
        gust.duration = 0.5;
        const auto impulse = [](const Field& field, double begin, double end) {
            Vector3 sum = Vector3::Zero();
            constexpr int steps = 5000;
            for (int k = 0; k < steps; ++k)
                sum += at(field, Vector3::Zero(), begin + (k + 0.5) * (end - begin) / steps) * (end - begin) / steps;
            return sum;
        };
        const Field once = makeGust(gust);
        compare((at(once, {5, 5, 5}, 1.25) - gust.velocity).norm(), 0, 1e-5, "height");
        compare((impulse(once, 0, 20) - 0.25 * gust.velocity).norm(), 0, 0.01, "impulse");
        QCOMPARE(at(once, Vector3::Zero(), 0.99), Vector3::Zero().eval());
        QCOMPARE(at(once, Vector3::Zero(), 1.51), Vector3::Zero().eval());

        gust.interval = 2;
        compare((impulse(makeGust(gust), 0, 21) - 10 * 0.25 * gust.velocity).norm(), 0, 0.05, "ten gusts");
        gust.irregularity = 1;
        const Field irregular = makeGust(gust);
        std::vector<double> heights;
        for (int k = 0; k < 50; ++k) // each has its interval to itself
            heights.push_back(impulse(irregular, 1 + 2 * k, 3 + 2 * k).x() / 2);
        QVERIFY(*std::ranges::max_element(heights) <= 1.001 && *std::ranges::min_element(heights) >= 0);
        double mean = 0;
        for (const double height : heights)
            mean += height / 50;
        compare(mean, 0.5, 0.15, "mean height");
        gust.interval = 0.4;
        QVERIFY_THROWS_EXCEPTION(Error, makeGust(gust));
    }

    void fieldsAreAddedAveragedAndScaled()
    {
        const Field a = makeUniformWind({{1, 2, 3}}), b = makeUniformWind({{3, -2, 0}});
        QCOMPARE(at(combineFields({a, b}), Vector3::Zero()), Vector3(4, 0, 3));
        QCOMPARE(at(combineFields({a, b}, {FieldOperation::Mean, 1}), Vector3::Zero()), Vector3(2, 0, 1.5));
        QCOMPARE(at(combineFields({a, b}, {FieldOperation::Sum, -2}), Vector3::Zero()), Vector3(-8, 0, -6));
        QCOMPARE(at(combineFields({}), Vector3::Zero()), Vector3::Zero().eval());
    }

    void equalFieldsHaveEqualHashes()
    {
        const auto hashOf = [](const Field& field) {
            ContentHash hash;
            field->addToHash(hash);
            return hash.digest();
        };
        TurbulenceParameters eddies;
        QVERIFY(hashOf(makeTurbulence(eddies)) == hashOf(makeTurbulence(eddies)));
        const Hash before = hashOf(makeTurbulence(eddies));
        eddies.drift.y() = 1;
        QVERIFY(hashOf(makeTurbulence(eddies)) != before);
        const Field a = makeUniformWind({{1, 2, 3}}), b = makeUniformWind({{3, -2, 0}});
        QVERIFY(hashOf(a) != hashOf(b) && hashOf(combineFields({a})) != hashOf(a));
        QVERIFY(hashOf(combineFields({a, b})) != hashOf(combineFields({a, b}, {FieldOperation::Mean, 1})));
        QVERIFY(hashOf(combineFields({a, b})) != hashOf(combineFields({a})));
    }

    void flakesFallAsFastAsTheDragOfASphereLetsThem_data()
    {
        QTest::addColumn<double>("density");
        QTest::addColumn<QList<double>>("speeds");
        QTest::newRow("40") << 40.0 << QList<double>{0.576, 1.138, 2.521, 3.566};
        QTest::newRow("100") << 100.0 << QList<double>{1.068, 2.033, 3.987, 5.638};
        QTest::newRow("400") << 400.0 << QList<double>{2.623, 4.813, 7.973, 11.28};
    }

    void flakesFallAsFastAsTheDragOfASphereLetsThem()
    {
        QFETCH(double, density);
        QFETCH(QList<double>, speeds);
        const double spacings[] = {0.001, 0.002, 0.005, 0.01};
        for (int k = 0; k < 4; ++k)
            compare(terminalSpeed(spacings[k], density, 9.81) / speeds[k], 1, 5e-3, "speed");
        QVERIFY(terminalSpeed(0.005, density, 9.81, 4) < 0.6 * terminalSpeed(0.005, density, 9.81));
        QCOMPARE(terminalSpeed(0.005, density, 0), 0.0);
        compare(sphereDragCoefficient(1000), sphereDragCoefficient(1000.001), 1e-4, "where its two laws meet");
    }
};

SASTRUGI_TEST(VectorFieldTest)
#include "VectorFieldTest.moc"
