// A window that is simulated, and frozen snow around it: section 4.13 of the specification.
#include "tests/TestCase.h"
#include "tests/physics/mpm/MpmRun.h"

#include <map>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double spacing = 0.02;

/// A bed of snow, 1.2 m long, on a ground.
MpmRun bed()
{
    MpmRun run;
    run.parameters.spacing = spacing;
    run.addBoundary(makePlane(6, 6, Vector3::Zero()), 0.5);
    run.addBox({1.2, 0.24, 0.16}, {0, 0, 0.1});
    return run;
}

/// A window from `from` to `to` along x, which moves with that speed along x.
std::shared_ptr<const Boundary> window(double from, double to, double speed = 0)
{
    Boundary box;
    box.name = "window";
    box.mesh = std::make_shared<const TriangleMesh>(makeBox({to - from, 4, 4}, {0.5 * (from + to), 0, 0}));
    if (speed > 0) {
        SteadyMotion motion;
        motion.velocity = {speed, 0, 0};
        box.motion = RigidMotion().followedBy(motion);
    }
    return std::make_shared<const Boundary>(std::move(box));
}

/// By id.
std::map<std::uint32_t, Vector3> positionsOf(const MpmRun& run)
{
    std::map<std::uint32_t, Vector3> positions;
    for (std::size_t i = 0; i < run.count(); ++i)
        positions[run.state().snow.now().id[i]] = run.position(i);
    return positions;
}

} // namespace

class MpmWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void snowOutsideStandsStill()
    {
        // Thrown along, it stays to the bit; what is inside goes, and is at rest where it froze.
        MpmRun run = bed();
        run.parameters.windowRestSpeed = 1000; // as the paper has it
        run.scene.emitters.back().velocity = {0, 0, 1};
        run.scene.window = window(-0.2, 0.2);
        run.start();
        const std::map<std::uint32_t, Vector3> before = positionsOf(run);
        double frozen = 0;
        run.runTo(0.02, [&](const StepReport& report) { frozen = report.figures.at("frozen"); });
        const double reach = 0.2 + 4 * run.parameters.cellSize(); // whole blocks
        std::size_t outside = 0;
        for (std::size_t i = 0; i < run.count(); ++i) {
            const Vector3& start = before.at(run.state().snow.now().id[i]);
            if (std::abs(start.x()) > reach) {
                QCOMPARE(run.position(i), start);
                QCOMPARE(run.velocity(i), Vector3(0, 0, 0));
                ++outside;
            } else if (std::abs(start.x()) < 0.1) {
                QVERIFY(run.position(i).z() > start.z() + 0.01);
            }
        }
        QVERIFY(outside > 1000);
        QVERIFY(frozen >= static_cast<double>(outside));
        QVERIFY(frozen < static_cast<double>(run.count()));
    }

    void whatFliesOutsideFreezesWhereItComesToRest()
    {
        MpmRun run = bed();
        run.addBox({0.12, 0.12, 0.12}, {0.45, 0, 0.4}, {0, 0, -2});
        run.scene.window = window(-0.6, -0.3);
        run.start();
        double first = -1, last = 0;
        run.runTo(0.5, [&](const StepReport& report) {
            last = report.figures.at("frozen");
            if (first < 0)
                first = last;
        });
        const auto count = static_cast<double>(run.count());
        QVERIFY(first > 0.4 * count); // the bed outside, but not what falls
        QVERIFY(first < 0.8 * count);
        QVERIFY(last > first + 100); // that, and where it fell, rest
        for (std::size_t i = 0; i < run.count(); ++i)
            if (run.state().snow.now().material[i] == 1) // two cells above the bed, at most
                QVERIFY(run.position(i).z() < 0.18 + 0.12 + 2 * run.parameters.cellSize());
    }

    void densitiesKnowNoWindow()
    {
        const auto densities = [](bool hasWindow) {
            MpmRun run = bed();
            run.scene.settings.gravity.setZero();
            if (hasWindow)
                run.scene.window = window(-0.2, 0.2);
            run.start();
            run.step(1e-4);
            run.step(1e-4);
            std::map<std::uint32_t, double> result;
            for (std::size_t i = 0; i < run.count(); ++i)
                if (std::abs(run.position(i).x()) < 0.2)
                    result[run.state().snow.now().id[i]] = run.state().snow.now().density[i];
            return result;
        };
        const auto whole = densities(false), windowed = densities(true);
        QVERIFY(whole.size() > 1000);
        double worst = 0;
        for (const auto& [id, density] : whole)
            worst = std::max(worst, std::abs(windowed.at(id) / density - 1));
        compare(worst, 0, 1e-4, "4.13: density beside frozen snow, over that without a window, less 1");
    }

    void frozenSnowBearsWhatIsBesideIt()
    {
        // A bed without a ground hangs on what is frozen at both sides of it, and falls where nothing is.
        const auto fallOf = [](bool isBorne) {
            MpmRun run;
            run.parameters.spacing = spacing;
            run.material.youngsModulus = 3e6;
            run.material.criticalStretch = 0.05;
            run.addBox({isBorne ? 1.2 : 0.32, 0.24, 0.16}, {0, 0, 0.1});
            run.scene.window = window(-0.16, 0.16);
            run.start();
            const std::map<std::uint32_t, Vector3> before = positionsOf(run);
            run.runTo(0.1);
            double fall = 0, count = 0;
            for (std::size_t i = 0; i < run.count(); ++i)
                if (const Vector3& start = before.at(run.state().snow.now().id[i]); std::abs(start.x()) < 0.05) {
                    fall += start.z() - run.position(i).z();
                    ++count;
                }
            return fall / count;
        };
        // Free fall in steps of dt is 0.5 g t (t + dt).
        compare(fallOf(false), 0.5 * 9.81 * 0.1 * (0.1 + 5e-4), 1e-4, "4.13: fall of snow within a window, m");
        compare(fallOf(true), 0, 0.002, "4.13: fall of snow that frozen snow holds, m");
    }

    void aWindowThatMovesLeavesNoSeam()
    {
        // It passes over a bed, which settles where it comes and freezes again behind it: as flat as one that has
        // settled as a whole.
        const auto play = [](bool hasWindow, double& frozen) {
            MpmRun run = bed();
            if (hasWindow)
                run.scene.window = window(-1.1, -0.7, 2);
            frozen = 0;
            run.runTo(0.9, [&](const StepReport& report) { frozen = std::max(frozen, report.figures.at("frozen")); });
            return positionsOf(run);
        };
        double frozen = 0, none = 0;
        const auto windowed = play(true, frozen), whole = play(false, none);
        QCOMPARE(none, 0.0);
        QVERIFY(frozen > 1000);
        std::map<int, std::pair<double, int>> shifts; // in columns of a cell: sum of how much higher, particles
        for (const auto& [id, x] : whole) {
            auto& [sum, count] = shifts[static_cast<int>(std::floor(x.x() / 0.04))];
            sum += windowed.at(id).z() - x.z();
            ++count;
        }
        double worst = 0, step = 0, last = shifts.begin()->second.first / shifts.begin()->second.second;
        for (const auto& [column, shift] : shifts) {
            const double height = shift.first / shift.second;
            worst = std::max(worst, std::abs(height));
            step = std::max(step, std::abs(height - last));
            last = height;
        }
        compare(worst / 0.04, 0, 0.05, "4.13: height of a bed where a window went, from that of a whole one, in cells");
        compare(step / 0.04, 0, 0.02, "4.13: steps of that, from column to column");
    }

    void threadsAndCheckpointsGiveTheSameBits()
    {
        const auto play = [](int threads, bool isInterrupted) {
            const ThreadScope scope(threads);
            MpmRun run = bed();
            run.scene.emitters.back().velocity = {0.5, 0, 0};
            run.scene.window = window(-0.6, -0.1, 1);
            run.runTo(0.05);
            if (isInterrupted)
                run.saveAndRestore();
            run.runTo(0.1);
            std::vector<float> all;
            const Frame frame = run.frame();
            for (const char* name : {"position", "velocity"})
                for (const float x : frame.particles.get<float>(name, 3))
                    all.push_back(x);
            return all;
        };
        const std::vector<float> one = play(1, false);
        QVERIFY(one == play(2, false));
        QVERIFY(one == play(7, false));
        QVERIFY(one == play(1, true));
    }

    void itsSizeAndPlaceAreRelativeToWhatItFollows()
    {
        const auto frozen = [](const MpmRun& like, const Vector3& size, const Vector3& offset) {
            MpmRun run = bed();
            run.parameters = like.parameters;
            run.parameters.windowSize = size;
            run.parameters.windowOffset = offset;
            run.scene.window = window(0.2, 0.4);
            run.start();
            return run.step(1e-4).figures.at("frozen");
        };
        const MpmRun like = bed();
        MpmRun same = bed();
        same.scene.window = window(-0.6, -0.2);
        same.start();
        const double expected = same.step(1e-4).figures.at("frozen");
        QVERIFY(expected > 1000);
        QCOMPARE(frozen(like, {0.4, 4, 4}, {-0.7, 0, 0}), expected);
        QVERIFY(frozen(like, Vector3::Zero(), Vector3::Zero()) != expected);
    }

    void aWindowWithoutSnowIsSaid()
    {
        MpmRun run = bed();
        run.scene.window = window(10, 11);
        run.start();
        QStringList warnings;
        run.solver().predict(run.scene,
                             [&](const LogMessage& message) { warnings << QString::fromStdString(message.text); }, {});
        QVERIFY(warnings.join(' ').contains("no snow is within the window"));
        const std::map<std::uint32_t, Vector3> before = positionsOf(run);
        run.runTo(0.01);
        QVERIFY(before == positionsOf(run));
    }
};

SASTRUGI_TEST(MpmWindowTest)
#include "MpmWindowTest.moc"
