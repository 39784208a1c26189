#include "engine/cache/Container.h"

#include "engine/cache/CheckpointFile.h"
#include "engine/cache/FrameFile.h"
#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "tests/TestCase.h"

#include <cmath>
#include <limits>

using namespace sastrugi;

namespace
{

template <class T>
void addRandom(Attributes& table, std::string_view name, int components, std::uint64_t seed)
{
    const std::span<T> values = table.add<T>(name, components);
    auto* bytes = reinterpret_cast<std::byte*>(values.data());
    // Any bit pattern: also denormal numbers, infinities and payloads of NaN must survive.
    for (std::size_t i = 0; i < values.size_bytes(); i += 16) {
        const auto words = randomWords(seed, i, 0, RandomPurpose::Test);
        std::memcpy(bytes + i, words.data(), std::min<std::size_t>(16, values.size_bytes() - i));
    }
}

Attributes randomTable(std::size_t count, std::uint64_t seed)
{
    Attributes table(count);
    addRandom<float>(table, "z first", 1, seed);
    addRandom<float>(table, "position", 3, seed + 1);
    addRandom<double>(table, "stress", 9, seed + 2);
    addRandom<std::uint8_t>(table, "material", 1, seed + 3);
    addRandom<std::uint32_t>(table, "id", 1, seed + 4);
    addRandom<std::uint64_t>(table, "counter", 2, seed + 5);
    return table;
}

void compare(const Attributes& actual, const Attributes& expected)
{
    QCOMPARE(actual.count(), expected.count());
    QCOMPARE(actual.arrays().size(), expected.arrays().size());
    for (std::size_t i = 0; i < expected.arrays().size(); ++i) {
        const AttributeArray &a = actual.arrays()[i], &b = expected.arrays()[i];
        QCOMPARE(a.name, b.name);
        QCOMPARE(a.type, b.type);
        QCOMPARE(a.components, b.components);
        QVERIFY(a.bytes == b.bytes);
    }
}

} // namespace

class ContainerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomSnapshotsComeBackBitForBit_data()
    {
        QTest::addColumn<int>("count");
        // Around the size of a chunk, 262144 rows, the number of chunks changes.
        for (const int count : {0, 1, 2, 511, 1000, 262143, 262144, 262145, 600001})
            QTest::addRow("%d", count) << count;
    }

    void randomSnapshotsComeBackBitForBit()
    {
        QFETCH(int, count);
        Checkpoint checkpoint{17, 0.1 + 0.2, 123456789012345, {{"steps", 3}, {"sum.iterations", 0.1}}, {}};
        checkpoint.snapshot.numbers = {{"previousStep", 1.0 / 3},
                                       {"guard", -0.0},
                                       {"sph/next id", 9007199254740992.0},
                                       {"tiny", std::numeric_limits<double>::denorm_min()},
                                       {"none", std::nan("")}};
        checkpoint.snapshot.tables.emplace("snow", randomTable(static_cast<std::size_t>(count), 1));
        checkpoint.snapshot.tables.emplace("wall/samples", randomTable(3, 100));
        checkpoint.snapshot.tables.emplace("empty", Attributes(5));
        std::vector<std::byte> bytes = encodeCheckpoint(checkpoint, {1, 2});
        const Checkpoint back = decodeCheckpoint(bytes, "memory");
        QCOMPARE(back.frame, checkpoint.frame);
        QCOMPARE(back.time, checkpoint.time);
        QCOMPARE(back.stepCount, checkpoint.stepCount);
        QVERIFY(back.figures == checkpoint.figures);
        QCOMPARE(back.snapshot.numbers.size(), checkpoint.snapshot.numbers.size());
        for (const auto& [name, value] : checkpoint.snapshot.numbers)
            QVERIFY(std::memcmp(&back.snapshot.numbers.at(name), &value, sizeof value) == 0);
        QCOMPARE(back.snapshot.tables.size(), std::size_t{3});
        for (const auto& [name, table] : checkpoint.snapshot.tables)
            compare(back.snapshot.tables.at(name), table);
    }

    void framesComeBackWithTheirHash()
    {
        for (const std::size_t count : {0, 1, 1000}) {
            Frame frame;
            frame.number = 12345;
            frame.time = 12344.0 / 24;
            frame.origin = {1e5, -2, 0.1};
            frame.particles = randomTable(count, 7);
            frame.figures = {{"steps", 5}, {"kineticEnergy", 1e-30}};
            std::vector<std::byte> bytes = encodeFrame(frame, frame.contentHash(), {});
            const Frame back = decodeFrame(bytes, "memory");
            QCOMPARE(back.contentHash(), frame.contentHash());
            QVERIFY(back.figures == frame.figures);
            compare(back.particles, frame.particles);
        }
    }

    void manyNumbersFit()
    {
        Checkpoint checkpoint;
        for (int i = 0; i < 3000; ++i)
            checkpoint.snapshot.numbers[QString("number %1 with a long name").arg(i).toStdString()] = i;
        std::vector<std::byte> bytes = encodeCheckpoint(checkpoint, {});
        QVERIFY(decodeCheckpoint(bytes, "memory").snapshot.numbers == checkpoint.snapshot.numbers);
    }

    void everyFlippedBitAndEveryTruncationIsNoticed()
    {
        Frame frame;
        frame.particles = randomTable(40, 3);
        const std::vector<std::byte> sound = encodeFrame(frame, frame.contentHash(), {});
        const auto isRefused = [](std::vector<std::byte> bytes) {
            try {
                decodeFrame(bytes, "some/frame.0001.h5");
            } catch (const Error& error) {
                return error.kind() == ErrorKind::InputOutput &&
                       QString::fromUtf8(error.what()).contains("some/frame.0001.h5");
            }
            return false;
        };
        for (std::size_t position = 0; position < sound.size(); position += 1 + position % 7) {
            std::vector<std::byte> bytes = sound;
            bytes[position] ^= static_cast<std::byte>(1 << (position % 8));
            QVERIFY(isRefused(bytes));
        }
        for (std::size_t size = 0; size < sound.size(); size += 1 + size / 50)
            QVERIFY(isRefused({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)}));
        std::vector<std::byte> longer = sound;
        longer.resize(sound.size() + 10);
        QVERIFY(isRefused(longer));
        QVERIFY(!isRefused(sound));
    }

    void aCheckpointIsNotAFrame()
    {
        std::vector<std::byte> bytes = encodeCheckpoint({}, {});
        QVERIFY_THROWS_EXCEPTION(Error, decodeFrame(bytes, "x"));
    }
};

SASTRUGI_TEST(ContainerTest)
#include "ContainerTest.moc"
