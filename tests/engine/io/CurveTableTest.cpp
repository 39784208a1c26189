// Curves as tables.
#include "engine/io/curveTable.h"
#include "engine/core/Error.h"
#include "engine/io/motionTable.h"
#include "engine/motion/MotionPath.h"
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

    /// Baked, written, read and played, whatever turns: also where y looks along z, and over many turns.
    void motionsComeBackFromTheirTables()
    {
        SteadyMotion spin;
        spin.velocity = {1, -0.5, 0.25};
        spin.angularVelocity = {7, 0, 0};
        MotionPath turns;
        turns.channels = {
            0.0, 0.0, 0.0, Expression("0.3 * t"), Expression("pi / 2 * smoothstep(1, 2, t)"), Expression("4 * t")};
        turns.pivot = {0.2, 0.1, 0};
        for (const RigidMotion& motion : {RigidMotion().followedBy(spin), RigidMotion().followedBy(PathMotion(turns)),
                                          RigidMotion().followedBy(spin).followedBy(PathMotion(turns))}) {
            std::vector<double> times;
            for (int frame = 0; frame <= 96; ++frame)
                times.push_back(frame / 24.0);
            const CurveTable table = parseCurveTable(formatCurveTable(motionTable(motion, times)), CurveKind::Linear);
            MotionPath baked;
            for (std::size_t i = 0; i < channelNames.size(); ++i)
                baked.channels[i] = Curve(table.at(std::string(channelNames[i])));
            for (const double time : times) {
                const RigidPose pose = motion.poseAt(time), again = PathMotion(baked).poseAt(time);
                QVERIFY((pose.rotation - again.rotation).norm() < 1e-7);
                QVERIFY((pose.translation - again.translation).norm() < 1e-12);
            }
            for (const char* angle : {"rotationX", "rotationY", "rotationZ"}) { // no way round
                const std::vector<CurveKey>& keys = table.at(angle);
                for (std::size_t i = 1; i < keys.size(); ++i)
                    QVERIFY(std::abs(keys[i].value - keys[i - 1].value) < 3.2);
            }
        }
        const std::vector<CurveKey> turned =
            motionTable(RigidMotion().followedBy(spin),
                        std::vector{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0})
                .at("rotationX");
        QVERIFY(std::abs(turned.back().value - 7) < 1e-12); // more than a turn
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
