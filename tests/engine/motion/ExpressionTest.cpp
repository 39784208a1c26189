// Formulas of time: values, rates, bounds, and what they say of mistakes.
#include "engine/motion/Expression.h"
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "tests/TestCase.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;

namespace
{

Hash hashOf(const Expression& expression)
{
    ContentHash hash;
    expression.addToHash(hash);
    return hash.digest();
}

} // namespace

class ExpressionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formulasAreEvaluated()
    {
        const FrameCount frames{25, 101};
        const auto value = [&](const char* text, double time) { return Expression(text, frames).valueAt(time); };
        QCOMPARE(value("2 * t + 1", 0.25), 1.5);
        QCOMPARE(value("frame", 2), 151.0);
        QCOMPARE(value("fps * t", 2), 50.0);
        QCOMPARE(value("90 deg", 0), std::numbers::pi / 2);
        QCOMPARE(value("sin(2 * pi * t)", 0.25), 1.0);
        QCOMPARE(value("clamp(t, 1, 2) + 10 * clamp(-t, 1, 2)", 5), 12.0);
        QCOMPARE(value("smoothstep(1, 3, t)", 0), 0.0);
        QCOMPARE(value("smoothstep(1, 3, t)", 1.5), 3.0 / 16 - 2.0 / 64);
        QCOMPARE(value("smoothstep(1, 3, t)", 4), 1.0);
        QCOMPARE(value("t < 1 ? 5 : max(6, 7)", 2), 7.0);
    }

    void noiseIsSmoothAndNeverAnother()
    {
        const Expression noise("noise(3 * t)"), seeded("noise(3 * t, 1)");
        double sum = 0, squares = 0, difference = 0;
        for (int i = 0; i < 3000; ++i) {
            const double time = 0.1 * i, value = noise.valueAt(time);
            QVERIFY(std::abs(value) < 1);
            QVERIFY(std::abs(noise.valueAt(time + 1e-7) - value) < 2e-6);
            sum += value;
            squares += value * value;
            difference += std::abs(seeded.valueAt(time) - value);
        }
        QVERIFY(std::abs(sum / 3000) < 0.1);
        QVERIFY(squares / 3000 > 0.1 && squares / 3000 < 0.5);
        QVERIFY(difference / 3000 > 0.3);
        QCOMPARE(noise.valueAt(-4.0 / 3), Expression("noise(-4)").valueAt(0));
        // What it was when scenes were made with it.
        QCOMPARE(Expression("noise(7)").valueAt(0), Expression("noise(t)").valueAt(7));
    }

    void ratesAreDerivatives()
    {
        const Expression wave("0.2 * sin(3 * t) + t^2");
        for (double time = -5; time < 100; time += 3.7)
            QVERIFY(std::abs(wave.rateAt(time) - (0.6 * std::cos(3 * time) + 2 * time)) < 1e-7);
    }

    void nothingIsFasterThanTheLargestRate()
    {
        for (const char* text :
             {"0.2 * sin(7 * t)", "noise(5 * t)", "abs(sin(9 * t))", "t < 3 ? 0 : (t - 3)^2", "exp(t)"}) {
            const Expression expression(text);
            for (double from = 0; from < 6; from += 0.173)
                for (const double length : {0.0, 1e-3, 0.04, 1.5}) {
                    const double largest = expression.largestRate(from, from + length);
                    double seen = 0;
                    for (int k = 0; k <= 333; ++k)
                        seen = std::max(seen, std::abs(expression.rateAt(from + length * k / 333)));
                    QVERIFY(seen <= largest * (1 + 1e-6) + 1e-9);
                    if (length < 0.1 && std::string_view(text).find("abs") == std::string_view::npos)
                        QVERIFY(largest <= 1.1 * seen + 0.1); // else steps would be too short
                }
        }
    }

    void manyThreadsMayAsk()
    {
        const Expression wave("sin(t) + noise(t) + frame");
        std::vector<double> values(20000);
        parallelFor(values.size(), [&](std::size_t i) { values[i] = wave.valueAt(1e-3 * static_cast<double>(i)); });
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], wave.valueAt(1e-3 * static_cast<double>(i)));
    }

    void mistakesSayWhereTheyAre_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("character");
        QTest::addColumn<QString>("words");
        QTest::newRow("unknown") << "2 * tt" << 5 << "'tt' is unknown";
        QTest::newRow("near") << "1 + noice(t)" << 5 << "'noise' meant";
        QTest::newRow("unit") << "1 + 20 cm" << 8 << "unknown";
        QTest::newRow("bracket") << "sin(t" << 6 << "parenthesis";
        QTest::newRow("end") << "2 *" << 4 << "Unexpected end";
        QTest::newRow("assignment") << "t = 3" << 3 << "assigned";
        QTest::newRow("several") << "t, 3" << 2 << "several";
        QTest::newRow("noise") << "noise()" << 1 << "noise";
        QTest::newRow("clamp") << "clamp(t, 1, 0)" << 0 << "is wrong: clamp() has the lower limit 1, which is above";
        QTest::newRow("empty") << "" << 1 << "";
    }
    void mistakesSayWhereTheyAre()
    {
        QFETCH(QString, text);
        QFETCH(int, character);
        QFETCH(QString, words);
        try {
            Expression{text.toStdString()};
            QFAIL("accepted");
        } catch (const Error& error) {
            const QString what = QString::fromUtf8(error.what());
            QCOMPARE(error.kind(), ErrorKind::Scene);
            QVERIFY2(what.contains("'" + text + "'") && what.contains(words), error.what());
            if (character > 0 && text != "noise()" && !text.isEmpty())
                QVERIFY2(what.contains(QString("at character %1:").arg(character)), error.what());
        }
    }

    void whatIsNotFiniteIsRefusedThen()
    {
        const Expression pole("1 / (t - 2)");
        QCOMPARE(pole.valueAt(3), 1.0);
        try {
            pole.valueAt(2);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains("not finite at 2 s"), error.what());
        }
    }

    void framesCountInTheHashWhereTheyAreUsed()
    {
        QVERIFY(hashOf(Expression("t")) == hashOf(Expression("t", {30, 7})));
        QVERIFY(hashOf(Expression("t + frame")) != hashOf(Expression("t + frame", {24, 7})));
        QVERIFY(hashOf(Expression("t + fps")) != hashOf(Expression("t + fps", {30, 0})));
        QVERIFY(hashOf(Expression("t")) != hashOf(Expression("t + 1")));
    }
};

SASTRUGI_TEST(ExpressionTest)
#include "ExpressionTest.moc"
