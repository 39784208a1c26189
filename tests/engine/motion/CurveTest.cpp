// Curves: values, rates, bounds, what happens outside of the keys, and their text.
#include "engine/motion/Curve.h"
#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "engine/motion/curveText.h"
#include "tests/TestCase.h"
#include "tests/numbers.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr CurveKind kinds[] = {CurveKind::Linear, CurveKind::Smooth, CurveKind::Bezier};
constexpr CurveEnd ends[] = {CurveEnd::Hold, CurveEnd::Linear, CurveEnd::Loop, CurveEnd::Onwards,
                             CurveEnd::BackAndForth};

std::vector<CurveKey> keysOf(CurveKind kind)
{
    return {{1, 0.5, kind, {}, {0.9, 0.7}},
            {2, 2, kind, {-0.4, -0.2}, {0.2, 3}},
            {3.5, -1, kind, {-1.2, 0.5}, {}},
            {4, -1, kind, {}, {}},
            {6, 0.25, kind, {-1.5, 0}, {}}};
}

void near(double actual, double expected, double tolerance)
{
    QVERIFY2(std::abs(actual - expected) <= tolerance,
             qPrintable(QString("%1 instead of %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

Hash hashOf(const Curve& curve)
{
    ContentHash hash;
    curve.addToHash(hash);
    return hash.digest();
}

} // namespace

class CurveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysAreMet()
    {
        for (const CurveKind kind : {CurveKind::Linear, CurveKind::Smooth, CurveKind::Step, CurveKind::Bezier}) {
            const Curve curve(keysOf(kind));
            for (const CurveKey& key : curve.keys()) {
                QCOMPARE(curve.valueAt(key.time), key.value);
                if (kind != CurveKind::Step)
                    near(curve.valueAt(key.time - 1e-9), key.value, 1e-7);
            }
            QCOMPARE(curve.valueAt(-7), 0.5);
            QCOMPARE(curve.valueAt(70), 0.25);
            QCOMPARE(curve.rateAt(-7), 0.0);
            QCOMPARE(curve.rateAt(6), 0.0);
        }
    }

    void kindsAreWhatTheyAreCalled()
    {
        const std::vector<CurveKey> twoKeys = {{0, 0}, {2, 6}};
        const auto with = [&](CurveKind kind, CurveHandle out = {}, CurveHandle in = {}) {
            std::vector<CurveKey> keys = twoKeys;
            keys[0].kind = kind;
            keys[0].out = out;
            keys[1].in = in;
            return Curve(keys);
        };
        near(with(CurveKind::Linear).valueAt(0.5), 1.5, 1e-15);
        near(with(CurveKind::Linear).rateAt(0.5), 3, 1e-15);
        QCOMPARE(with(CurveKind::Step).valueAt(1.999), 0.0);
        QVERIFY(with(CurveKind::Step).jumps() && !with(CurveKind::Smooth).jumps());
        // Between two keys smooth is 3 s^2 - 2 s^3, and so are level handles of a third.
        for (const CurveKind kind : {CurveKind::Smooth, CurveKind::Bezier}) {
            near(with(kind).valueAt(0.5), 6 * (3.0 / 16 - 2.0 / 64), 1e-14);
            near(with(kind).rateAt(1), 6 * 1.5 / 2, 1e-13);
            QCOMPARE(with(kind).rateAt(0), 0.0);
        }
        // Handles on the chord are a line, whatever their length.
        const Curve line = with(CurveKind::Bezier, {1.5, 4.5}, {-0.5, -1.5});
        for (const double time : {0.1, 0.7, 1.3, 1.9}) {
            near(line.valueAt(time), 3 * time, 1e-13);
            near(line.rateAt(time), 3, 1e-11);
        }
        // A point of a Bezier curve that is known: share 1/2 of (0, 0), (2, 0), (1, 6), (2, 6).
        const Curve bent = with(CurveKind::Bezier, {2, 0}, {-1, 0});
        near(bent.valueAt(11.0 / 8), 3, 1e-12);
        near(bent.rateAt(11.0 / 8), 12, 1e-9); // 9 by 3/4
    }

    void smoothCurvesDoNotOvershoot()
    {
        const Curve curve(keysOf(CurveKind::Smooth));
        for (std::size_t i = 0; i + 1 < curve.keys().size(); ++i) {
            const CurveKey &a = curve.keys()[i], &b = curve.keys()[i + 1];
            for (int k = 0; k <= 50; ++k) {
                const double value = curve.valueAt(a.time + (b.time - a.time) * k / 50);
                QVERIFY(value >= std::min(a.value, b.value) - 1e-14 && value <= std::max(a.value, b.value) + 1e-14);
            }
        }
        const Curve rising({{0, 0, CurveKind::Smooth}, {1, 1, CurveKind::Smooth}, {2, 2, CurveKind::Smooth}});
        near(rising.rateAt(1), 1, 1e-15);
    }

    void ratesAreDerivatives()
    {
        for (const CurveKind kind : kinds)
            for (const CurveEnd end : ends) {
                const Curve curve(keysOf(kind), end, end);
                for (std::uint64_t i = 0; i < 200; ++i) {
                    const double time = 30 * randomNumber(i, 0) - 12, step = 1e-6;
                    if (std::abs(std::remainder(2 * time, 1)) < 1e-4)
                        continue; // keys, where rates jump
                    const double chord = (curve.valueAt(time + step) - curve.valueAt(time - step)) / (2 * step);
                    near(curve.rateAt(time), chord, 1e-6 * (1 + std::abs(chord)));
                }
            }
    }

    void nothingIsFasterThanTheLargestRate()
    {
        for (const CurveKind kind : kinds)
            for (const CurveEnd end : ends) {
                const Curve curve(keysOf(kind), end, end);
                double tightest = 100;
                for (std::uint64_t i = 0; i < 300; ++i) {
                    const double from = 30 * randomNumber(i, 1) - 12, to = from + 3 * randomNumber(i, 2);
                    const double largest = curve.largestRate(from, to);
                    double seen = 0;
                    for (int k = 0; k <= 100; ++k)
                        seen = std::max(seen, std::abs(curve.rateAt(from + (to - from) * k / 100)));
                    QVERIFY(seen <= largest * (1 + 1e-12));
                    if (seen > 0)
                        tightest = std::min(tightest, largest / seen);
                }
                QVERIFY2(tightest < 1.02, qPrintable(QString::number(tightest)));
            }
        QCOMPARE(Curve({{3, 1}}, CurveEnd::Loop, CurveEnd::Linear).largestRate(-9, 9), 0.0);
    }

    void roundsRepeatTheKeys()
    {
        const std::vector<CurveKey> keys = keysOf(CurveKind::Smooth);
        const Curve loop(keys, CurveEnd::Loop, CurveEnd::Loop), onwards(keys, CurveEnd::Onwards, CurveEnd::Onwards),
            back(keys, CurveEnd::BackAndForth, CurveEnd::BackAndForth), plain(keys),
            straight(keys, CurveEnd::Linear, CurveEnd::Linear);
        for (const double time : {1.25, 2.5, 5.75})
            for (const int round : {-3, -2, -1, 1, 2, 7}) {
                near(loop.valueAt(time + 5 * round), plain.valueAt(time), 1e-12);
                near(onwards.valueAt(time + 5 * round), plain.valueAt(time) - 0.25 * round, 1e-12);
                const double mirrored = round % 2 == 0 ? time : 7 - time;
                near(back.valueAt(mirrored + 5 * round), plain.valueAt(time), 1e-12);
            }
        QVERIFY(loop.jumps() && !onwards.jumps() && !back.jumps());
        const Curve lines({{0, 1}, {1, 3}, {3, 2}}, CurveEnd::Linear, CurveEnd::Linear);
        near(lines.valueAt(-2), -3, 1e-14);
        near(lines.valueAt(5), 1, 1e-14);
        near(straight.valueAt(99), 0.25, 1e-14); // a smooth end is at rest
    }

    void whatContradictsItselfIsRefused()
    {
        const auto refuses = [](std::vector<CurveKey> keys, const char* words) {
            try {
                Curve{std::move(keys)};
                QFAIL("accepted");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Scene);
                QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
            }
        };
        refuses({}, "at least one");
        refuses({{0, 0}, {0, 1}}, "key 2");
        refuses({{0, 0}, {1, std::nan("")}}, "key 2");
        refuses({{0, 0, CurveKind::Bezier, {}, {1.5, 0}}, {1, 0}}, "key 1");
        refuses({{0, 0, CurveKind::Bezier, {}, {0, 1}}, {1, 0}}, "key 1");
        refuses({{0, 0, CurveKind::Bezier}, {1, 0, CurveKind::Linear, {0.2, 0}}}, "key 2");
        refuses({{0, 0, CurveKind::Bezier, {}, {1, 0}}, {1, 5, CurveKind::Linear, {-1, 0}}}, "jump");
    }

    void textIsReadBack()
    {
        const std::vector<CurveKey> keys =
            parseCurveKeys("0; 1\n\n 500 ms ; 20 cm ; step\r\n2 s; -1; bezier; -0.1 s, 1 cm; 200 ms, -3\n", Unit::Metre,
                           CurveKind::Linear);
        QCOMPARE(keys.size(), std::size_t{3});
        QVERIFY(keys[0].kind == CurveKind::Linear && keys[1].kind == CurveKind::Step);
        QCOMPARE(keys[1].time, 0.5);
        QCOMPARE(keys[1].value, 0.2);
        QCOMPARE(keys[2].in.value, 0.01);
        QCOMPARE(keys[2].out.time, 0.2);
        const auto again = parseCurveKeys(formatCurveKeys(keys, Unit::Metre), Unit::Metre, CurveKind::Smooth);
        QVERIFY(hashOf(Curve(again)) == hashOf(Curve(keys)));
        for (const char* wrong : {"0; 1\nsoon; 1", "0; 1\n1", "0; 1\n1; 2; wavy", "0; 1\n1; 2 s", "\n1; 2; bezier; 3",
                                  "\n1; 2; step; 1,1; 1,1; 3"})
            try {
                parseCurveKeys(wrong, Unit::Metre, CurveKind::Linear);
                QFAIL(wrong);
            } catch (const Error& error) {
                QVERIFY2(QString::fromUtf8(error.what()).startsWith("line 2 of the keys"), error.what());
            }
    }

    void everythingChangesTheHash()
    {
        std::vector<Hash> hashes = {hashOf(Curve({{0, 0}, {1, 0}}))};
        hashes.push_back(hashOf(Curve({{0, 0}, {1, 0}}, CurveEnd::Loop)));
        hashes.push_back(hashOf(Curve({{0, 0}, {1, 0}}, CurveEnd::Hold, CurveEnd::Loop)));
        for (int change = 0; change < 7; ++change) {
            std::vector<CurveKey> keys = {{0, 0}, {1, 0}};
            double* const values[] = {&keys[1].time,     &keys[1].value,    &keys[1].in.time,
                                      &keys[1].in.value, &keys[1].out.time, &keys[1].out.value};
            if (change < 6)
                *values[change] += 0.5;
            else
                keys[0].kind = CurveKind::Step;
            hashes.push_back(hashOf(Curve(keys)));
        }
        std::sort(hashes.begin(), hashes.end());
        QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
    }
};

SASTRUGI_TEST(CurveTest)
#include "CurveTest.moc"
