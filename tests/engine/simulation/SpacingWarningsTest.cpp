#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/geometry/Primitives.h"
#include "engine/geometry/VolumeSamples.h"
#include "engine/simulation/FreeFallSolver.h"
#include "engine/simulation/Scene.h"
#include "engine/simulation/spacingWarnings.h"

#include <cmath>

using namespace sastrugi;

namespace
{

std::vector<Vector3> samples(SampleArrangement arrangement, double spacing)
{
    VolumeSampling sampling;
    sampling.arrangement = arrangement;
    sampling.spacing = spacing;
    return sampleVolume(makeBox({1, 1, 0.4}, {0, 0, 0}), sampling);
}

} // namespace

class SpacingWarningsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSpacingOfParticlesIsFound()
    {
        for (const SampleArrangement arrangement : {SampleArrangement::Grid, SampleArrangement::Jittered,
                                                    SampleArrangement::Random, SampleArrangement::Relaxed}) {
            const std::vector<Vector3> positions = samples(arrangement, 0.05);
            for (const double expected : {0.025, 0.05, 0.1}) {
                const double found = spacingOf(positions, expected);
                QVERIFY2(std::abs(found / 0.05 - 1) < 0.3, qPrintable(QString::number(found)));
            }
        }
        QCOMPARE(spacingOf({}, 1), 0.0);
        QCOMPARE(spacingOf(std::vector<Vector3>{{1, 2, 3}}, 1), 0.0);
    }

    void whatIsFarIsSaidAndWhatFitsIsNot()
    {
        Scene scene;
        scene.solver = makeFreeFallSolver({.spacing = 0.05});
        scene.solverNode = "fall";
        const auto warnings = [&] {
            QStringList texts;
            warnOfSpacings(scene, [&](const LogMessage& message) {
                QVERIFY(message.level == LogLevel::Warning && message.node == "fall");
                texts.append(QString::fromStdString(message.text));
            });
            return texts;
        };
        scene.boundaries.push_back({"wall", std::make_shared<const TriangleMesh>(makeBox({1, 1, 1}, {0, 0, 0})), {}});
        scene.emitters.emplace_back();
        scene.emitters[0].name = "block";
        QVERIFY(warnings().isEmpty());
        for (const double spacing : {0.005, 0.04, 0.05, 0.06, 0.5}) {
            scene.boundaries[0].spacing = spacing;
            QCOMPARE(warnings().filter("boundary 'wall'").size(), spacing == 0.005 || spacing == 0.5 ? 1 : 0);
        }
        scene.boundaries[0].spacing = 0;
        for (const double speed : {20.0, 20000.0}) {
            scene.boundaries[0].motion = RigidMotion().followedBy(SteadyMotion{.velocity = {0, speed, 0}});
            QCOMPARE(warnings().filter("'wall' moves at up to 2e+04 m/s").size(), speed == 20000 ? 1 : 0);
        }
        scene.boundaries.clear();
        for (const double apart : {0.0, 0.05, 0.1}) { // two are no volume
            auto two = std::make_shared<GivenParticles>();
            two->positions = {{0, 0, 0}, {0, apart, 0}};
            scene.emitters[0].particles = two;
            const QString said = warnings().join('\n');
            QVERIFY2(apart == 0      ? said.contains("at the place of another one")
                     : apart == 0.05 ? said.isEmpty()
                                     : said.contains("about 0.1 m apart"),
                     qPrintable(said));
        }
        for (const double spacing : {0.02, 0.05, 0.12}) {
            auto given = std::make_shared<GivenParticles>();
            given->positions = samples(SampleArrangement::Grid, spacing);
            scene.emitters[0].particles = given;
            const QStringList said = warnings();
            QCOMPARE(said.size(), spacing == 0.05 ? 0 : 1);
            if (!said.isEmpty())
                QVERIFY2(said[0].contains("'block'") && said[0].contains(spacing < 0.05 ? "too dense" : "too loose"),
                         qPrintable(said[0]));
        }
    }
};

SASTRUGI_TEST(SpacingWarningsTest)
#include "SpacingWarningsTest.moc"
