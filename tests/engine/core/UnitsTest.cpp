#include "engine/core/Units.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;

class UnitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantitiesAreConvertedToSi_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("unit");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, Unit unit, double expected) {
            QTest::newRow(text) << QString::fromUtf8(text) << static_cast<int>(unit) << expected;
        };
        row("2 cm", Unit::Metre, 0.02);
        row("2cm", Unit::Metre, 0.02);
        row("  +3.5  ", Unit::Metre, 3.5);
        row("1e-3", Unit::Metre, 1e-3);
        row("-5 degC", Unit::Kelvin, 268.15);
        row("20 km/h", Unit::MetrePerSecond, 20 / 3.6);
        row("0.4 g/cm^3", Unit::KilogramPerCubicMetre, 400);
        row("0.36 kg/m^2/h", Unit::KilogramPerSquareMetreSecond, 1e-4);
        row("140 kPa", Unit::Pascal, 140e3);
        row("5 N/m^2", Unit::Pascal, 5);
        row("180 deg", Unit::Radian, std::numbers::pi);
        row("25 Hz", Unit::PerSecond, 25);
        row("50 %", Unit::None, 0.5);
        row("-9.81 m/s^2", Unit::MetrePerSecondSquared, -9.81);
        row("4 GiB", Unit::Byte, 4294967296.0);
    }

    void quantitiesAreConvertedToSi()
    {
        QFETCH(QString, text);
        QFETCH(int, unit);
        QFETCH(double, expected);
        const double value = parseQuantity(text.toStdString(), static_cast<Unit>(unit));
        QVERIFY2(std::abs(value - expected) <= 1e-12 * std::abs(expected), qPrintable(QString::number(value, 'g', 17)));
    }

    void nonsenseIsRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("no number") << "cm"
                                   << "cm";
        QTest::newRow("empty") << ""
                               << "not a number";
        QTest::newRow("unknown unit") << "2 parsec"
                                      << "parsec";
        QTest::newRow("other dimension") << "2 s"
                                         << "does not fit";
        QTest::newRow("square") << "2 m^2"
                                << "does not fit";
        QTest::newRow("infinite") << "inf"
                                  << "not a number";
        QTest::newRow("not a number") << "nan"
                                      << "not a number";
        QTest::newRow("two numbers") << "2 3"
                                     << "3";
        QTest::newRow("dangling slash") << "2 m/"
                                        << "m/";
    }

    void nonsenseIsRefusedWithASentence()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        try {
            parseQuantity(text.toStdString(), Unit::Metre);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Usage);
            QVERIFY2(QString::fromUtf8(error.what()).contains(named), error.what());
        }
    }

    void celsiusIsOfferedForTemperatures()
    {
        for (const char* text : {"-10C", "cold", "3 m"})
            try {
                parseQuantity(text, Unit::Kelvin);
                QFAIL("accepted");
            } catch (const Error& error) {
                QVERIFY2(QString::fromUtf8(error.what()).contains("K or degC"), error.what());
            }
    }

    void textReadsBackAsTheSameNumber()
    {
        for (const double value : {0.1, 1.0 / 3, -2e-7, 1.5e300, 0.0})
            QCOMPARE(parseQuantity(formatQuantity(value, Unit::Metre), Unit::Metre), value);
    }
};

SASTRUGI_TEST(UnitsTest)
#include "UnitsTest.moc"
