// Key frames that were typed.
#include "engine/motion/motionKeys.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <numbers>

using namespace sastrugi;

class MotionKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreKeys()
    {
        const std::vector<MotionKey> keys =
            parseMotionKeys("0; 0 0 0\n\n 500 ms ; 0, 0, -20 cm ; 0, 0, 90 deg\r\n2 s; 1 2 3; 0.5 0 0\n");
        QCOMPARE(keys.size(), std::size_t{3});
        QCOMPARE(keys[0].time, 0.0);
        QVERIFY(keys[0].turn.isApprox(Eigen::Quaterniond::Identity()));
        QCOMPARE(keys[1].time, 0.5);
        QVERIFY((keys[1].way - Vector3(0, 0, -0.2)).norm() < 1e-15);
        QVERIFY((keys[1].turn * Vector3(1, 0, 0) - Vector3(0, 1, 0)).norm() < 1e-15);
        QCOMPARE(keys[2].time, 2.0);
        QVERIFY(keys[2].way == Vector3(1, 2, 3));
        QVERIFY(keys[2].turn.isApprox(Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vector3::UnitX()))));
        QVERIFY(parseMotionKeys(" \n").empty());
    }

    void mistakesNameTheirLine()
    {
        for (const char* wrong : {"0; 0 0 0\nsoon; 0 0 0", "0; 0 0 0\n1; 0 0", "\n1 s", "\n1; 0 0 0; 0 0 0; 0 0 0",
                                  "\n1 m; 0 0 0", "\n1; 0, 0, 1 s"})
            try {
                parseMotionKeys(wrong);
                QFAIL(wrong);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Scene);
                QVERIFY2(QString::fromUtf8(error.what()).startsWith("line 2 of the key frames"), error.what());
            }
    }
};

SASTRUGI_TEST(MotionKeysTest)
#include "MotionKeysTest.moc"
