// Wind on a lattice: exact for what is linear, in its place, in its time, and the same whoever asks.
#include "engine/fields/GridWind.h"
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "tests/TestCase.h"

#include <cmath>
#include <functional>
#include <numbers>

using namespace sastrugi;

namespace
{

WindFrame frameOf(const WindLattice& lattice, const std::function<Vector3(const Vector3&)>& wind)
{
    WindFrame frame{lattice, {}, {}};
    for (std::size_t k = 0; k < lattice.counts[2]; ++k)
        for (std::size_t j = 0; j < lattice.counts[1]; ++j)
            for (std::size_t i = 0; i < lattice.counts[0]; ++i) {
                const Vector3 place =
                    lattice.origin + lattice.spacing.cwiseProduct(Vector3(double(i), double(j), double(k)));
                for (const double u : wind(place))
                    frame.velocities.push_back(static_cast<float>(u));
            }
    return frame;
}

const WindLattice lattice{{5, 4, 3}, {-1, 2, 0}, {0.5, 0.25, 1}};

Vector3 linear(const Vector3& x) { return {1 + 2 * x.x() - x.y(), x.z(), 3 * x.x() + x.y() - 0.5 * x.z()}; }

Vector3 at(const Field& field, const Vector3& place, double time = 0, const Vector3& origin = Vector3::Zero())
{
    const Vector3 shifted = place - origin;
    const Float4 position{float(shifted.x()), float(shifted.y()), float(shifted.z()), 7};
    Float4 velocity{9, 9, 9, 9};
    field->sample({{&position, 1}, origin}, time, {&velocity, 1});
    return velocity.w == 0 ? Vector3(velocity.x, velocity.y, velocity.z) : Vector3::Constant(std::nan(""));
}

Field still(const std::function<Vector3(const Vector3&)>& wind, const WindPlacing& placing = {})
{
    return makeGridWind({0}, {frameOf(lattice, wind)}, placing);
}

double randomNumber(std::uint64_t id, std::uint32_t stream)
{
    return static_cast<double>(unitInterval(randomWords(4, id, stream, RandomPurpose::Test)[0]));
}

Hash hashOf(const Field& field)
{
    ContentHash hash;
    field->addToHash(hash);
    return hash.digest();
}

} // namespace

class GridWindTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsLinearIsExact()
    {
        const Field field = still(linear);
        for (std::uint64_t i = 0; i < 200; ++i) {
            const Vector3 place(-1 + 2 * randomNumber(i, 0), 2 + 0.75 * randomNumber(i, 1), 2 * randomNumber(i, 2));
            QVERIFY((at(field, place) - linear(place)).norm() < 3e-6);
        }
        QVERIFY((at(field, {1, 2.75, 2}) - linear({1, 2.75, 2})).norm() < 1e-6); // the last corner
    }

    void aThousandKilometresOutItIsTheSame()
    {
        WindPlacing placing;
        placing.translation = {1e6, -1e6, 0};
        const Field field = still(linear, placing);
        const Vector3 place(0.3, 2.2, 1.1);
        QVERIFY((at(field, place + placing.translation, 0, placing.translation) - linear(place)).norm() < 3e-6);
    }

    void outsideIsNothingOrTheNearest()
    {
        WindPlacing placing;
        const Field none = still(linear);
        placing.outside = WindOutside::Nearest;
        const Field nearest = still(linear, placing);
        for (const auto& [out, rim] : {std::pair<Vector3, Vector3>{{-1.01, 2.5, 1}, {-1, 2.5, 1}},
                                       {{0.25, 9, 1}, {0.25, 2.75, 1}},
                                       {{5, 0, -7}, {1, 2, 0}}}) {
            QVERIFY(at(none, out) == Vector3::Zero());
            QVERIFY((at(nearest, out) - linear(rim)).norm() < 3e-6);
        }
    }

    void whatIsNotKnownIsFilledFromTheNearest()
    {
        WindFrame frame = frameOf(lattice, [](const Vector3& x) { return Vector3(x.x() < 0.4 ? 1 : 2, 0, 0); });
        frame.isKnown.assign(lattice.size(), true);
        for (const std::size_t n : {0u, 1u, 5u, 6u, 20u, 21u}) { // a block at the first corner
            frame.isKnown[n] = false;
            frame.velocities[3 * n] = 0;
        }
        WindPlacing placing;
        QVERIFY(at(makeGridWind({0}, {frame}, placing), {-1, 2, 0}) == Vector3::Zero());
        placing.outside = WindOutside::Nearest;
        QVERIFY(at(makeGridWind({0}, {frame}, placing), {-1, 2, 0}) == Vector3(1, 0, 0));
    }

    void itIsPlacedTurnedAndScaled()
    {
        WindPlacing placing;
        placing.translation = {10, 0, 0};
        placing.rotation = {0, 0, std::numbers::pi / 2};
        placing.scale = 2;
        placing.velocityFactor = 3;
        const Field field = still(linear, placing);
        const Vector3 place(0.3, 2.2, 1.1), u = linear(place); // x of the file goes to y, y to -x
        const Vector3 there(10 - 2 * place.y(), 2 * place.x(), 2 * place.z());
        QVERIFY((at(field, there) - 3 * Vector3(-u.y(), u.x(), u.z())).norm() < 3e-5);
    }

    void momentsAreJoinedByLines()
    {
        const auto constant = [](double u) {
            return frameOf(lattice, [u](const Vector3&) { return Vector3(u, 0, 0); });
        };
        WindPlacing placing;
        placing.start = 10;
        const auto wind = [&] { return makeGridWind({0, 1, 3}, {constant(0), constant(4), constant(2)}, placing); };
        const Field once = wind();
        placing.repeat = WindRepeat::Loop;
        const Field loop = wind(); // a gap of 1.5 s
        const Vector3 place(0, 2.5, 1);
        for (const auto& [time, expected] :
             {std::pair{0.0, 0.0}, {10.0, 0.0}, {10.25, 1.0}, {11.0, 4.0}, {12.5, 2.5}, {13.0, 2.0}, {99.0, 2.0}})
            QVERIFY(std::abs(at(once, place, time).x() - expected) < 1e-6);
        for (const auto& [time, expected] :
             {std::pair{5.0, 0.0}, {12.5, 2.5}, {13.75, 1.0}, {14.5, 0.0}, {15.0, 2.0}, {10.25 + 45, 1.0}})
            QVERIFY(std::abs(at(loop, place, time).x() - expected) < 1e-6);
    }

    void aFlatFileHoldsAtAllHeights()
    {
        const WindLattice flat{{5, 4, 1}, {-1, 2, 0}, {0.5, 0.25, 1}};
        const Field field = makeGridWind({0}, {frameOf(flat, linear)}, {});
        QVERIFY((at(field, {0.2, 2.3, 55}) - linear({0.2, 2.3, 0})).norm() < 3e-6);
    }

    void batchesAndThreadsDoNotMatter()
    {
        const Field field = still(linear);
        std::vector<Float4> positions, whole(5000), parts(5000);
        for (std::uint64_t i = 0; i < whole.size(); ++i)
            positions.push_back({float(-1.5 + 3 * randomNumber(i, 0)), float(2 + randomNumber(i, 1)),
                                 float(3 * randomNumber(i, 2)), 1});
        field->sample({positions, {0.1, 0.2, 0.3}}, 0.5, whole);
        for (const int threads : {1, 2, 3, 7}) {
            const ThreadScope scope(threads);
            parallelFor(parts.size(), [&](std::size_t i) {
                field->sample({{&positions[i], 1}, {0.1, 0.2, 0.3}}, 0.5, {&parts[i], 1});
            });
            for (std::size_t i = 0; i < whole.size(); ++i)
                QVERIFY(whole[i].x == parts[i].x && whole[i].y == parts[i].y && whole[i].z == parts[i].z);
        }
    }

    void everythingChangesTheHash()
    {
        std::vector<Hash> hashes = {hashOf(still(linear))};
        hashes.push_back(hashOf(still([](const Vector3& x) { return Vector3(linear(x) * 1.0001); })));
        WindFrame moved = frameOf(lattice, linear), holed = moved;
        moved.lattice.origin.x() += 1;
        holed.isKnown.assign(lattice.size(), true);
        holed.isKnown[7] = false;
        hashes.push_back(hashOf(makeGridWind({0}, {moved}, {})));
        hashes.push_back(hashOf(makeGridWind({0}, {holed}, {})));
        hashes.push_back(hashOf(makeGridWind({0, 1}, {moved, moved}, {})));
        hashes.push_back(hashOf(makeGridWind({0, 2}, {moved, moved}, {})));
        for (int change = 0; change < 7; ++change) {
            WindPlacing placing;
            change == 0   ? placing.velocityFactor = 2
            : change == 1 ? placing.translation.x() = 2
            : change == 2 ? placing.rotation.y() = 2
            : change == 3 ? placing.scale = 2
            : change == 4 ? placing.start = 2
                          : 0;
            if (change == 5)
                placing.outside = WindOutside::Nearest;
            if (change == 6)
                placing.repeat = WindRepeat::Loop;
            hashes.push_back(hashOf(still(linear, placing)));
        }
        std::sort(hashes.begin(), hashes.end());
        QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
        QVERIFY_THROWS_EXCEPTION(Error, makeGridWind({1, 1}, {moved, moved}, {}));
    }
};

SASTRUGI_TEST(GridWindTest)
#include "GridWindTest.moc"
