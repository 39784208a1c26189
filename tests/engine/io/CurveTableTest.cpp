// Curves as tables.
#include "engine/io/curveTable.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"

using namespace sastrugi;

class CurveTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsAreCurves()
    {
        for (const char* text : {"\xef\xbb\xbftime,x,\"y\"\r\n0,1.5,2\r\n# a remark\r\n1.5,,-3e-2\r\n\r\n2,7,\r\n",
                                 "x; time; y\n1.5; 0; 2\n; 1.5; -0.03\n7; 2; \n"}) {
            const CurveTable table = parseCurveTable(text, CurveKind::Linear);
            QCOMPARE(table.size(), std::size_t{2});
            const std::vector<CurveKey>&x = table.at("x"), &y = table.at("y");
            QCOMPARE(x.size(), std::size_t{2});
            QCOMPARE(y.size(), std::size_t{2});
            QCOMPARE(x[1].time, 2.0);
            QCOMPARE(x[1].value, 7.0);
            QCOMPARE(y[1].time, 1.5);
            QCOMPARE(y[1].value, -0.03);
            QVERIFY(x[0].kind == CurveKind::Linear);
        }
    }

    void tablesAreReadBack()
    {
        const CurveTable table = {{"x", {{0, 0.1}, {1.0 / 3, 1e-17}}},
                                  {"angle", {{0.25, -2}, {1.0 / 3, 5}, {7, 1e300}}}};
        const CurveTable again = parseCurveTable(formatCurveTable(table), CurveKind::Linear);
        QCOMPARE(again.size(), table.size());
        for (const auto& [name, keys] : table) {
            QCOMPARE(again.at(name).size(), keys.size());
            for (std::size_t i = 0; i < keys.size(); ++i) {
                QCOMPARE(again.at(name)[i].time, keys[i].time);
                QCOMPARE(again.at(name)[i].value, keys[i].value);
            }
        }
    }

    void mistakesAreNamed()
    {
        const auto refuses = [](const char* text, const char* words) {
            try {
                parseCurveTable(text, CurveKind::Smooth);
                QFAIL(text);
            } catch (const Error& error) {
                QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
            }
        };
        refuses("", "empty");
        refuses("time,x,y\n", "it has names and no key");
        refuses("time,x\n1,\n2,\n", "it has names and no key");
        refuses("x,y\n1,2", "'time'");
        refuses("time,x,x\n", "two columns 'x'");
        refuses("time,x\n0,1\n1", "line 3 has 1 values");
        refuses("time,x\n0,1\n1,up", "line 3 has 'up' for 'x'");
        refuses("time,x\n,1", "line 2 has no time");
        refuses("time,x\n0,inf", "line 2");
    }
};

SASTRUGI_TEST(CurveTableTest)
#include "CurveTableTest.moc"
