// How many states of a live run the window draws, while the first thing that follows is dragged to and fro:
//     bench-live scene.sastrugi [seconds]
// The run and the window share the machine, as they do for those who play.
#include "app/studio/live/LiveSession.h"
#include "app/studio/start/environment.h"
#include "app/studio/viewport/Viewport.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"

#include "nodes/graph/solverNodes.h"
#include "nodes/types/allNodes.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace sastrugi;
using namespace sastrugi::studio;

int main(int argc, char** argv)
{
    prepareEnvironment();
    QApplication application(argc, argv);
    if (argc < 2)
        return std::fputs("usage: bench-live scene.sastrugi [seconds]\n", stderr), 2;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 20;
    MainWindow window(allNodes(), {.isSafe = false});
    window.resize(1440, 900);
    window.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&window));
    if (!window.files().open(QString::fromLocal8Bit(argv[1])))
        return 1;
    const std::vector<std::string> solvers = solverNodes(window.document().graph());
    if (solvers.empty())
        return std::fputs("the scene has no solver\n", stderr), 1;
    LiveSession& live = window.live();
    live.start(solvers.front());
    if (!QTest::qWaitFor([&] { return live.pictureCount() >= 10; }, 300'000))
        return std::fputs("no state came within five minutes\n", stderr), 1;

    const Run* run = window.runs().run(solvers.front());
    SceneWidget& view = window.viewports().active().scene();
    LiveLink hand(run->report.process, run->report.liveDescriptor);
    const LiveTarget rest = hand.target(0);
    QElapsedTimer clock;
    QTimer drag;
    QObject::connect(&drag, &QTimer::timeout, [&] {
        LiveTarget target = rest;
        target.way.x() += 0.4 * std::sin(0.001 * static_cast<double>(clock.elapsed()));
        hand.setTarget(0, target);
    });
    drag.start(16);
    clock.start();
    const int drawnBefore = view.drawnCount();
    const std::uint64_t picturesBefore = live.pictureCount();
    const double timeBefore = window.content().time();
    QTest::qWait(1000 * seconds);
    const double wall = 0.001 * static_cast<double>(clock.elapsed());
    run = window.runs().run(solvers.front());
    const RunReport report = run ? run->report : RunReport();
    std::printf(
        "%.0f s of a live run of %lld particles, %.2g ms per step and %.0f ms computed for each: %.1f states and %.1f "
        "pictures per second, %.2f s simulated per second\n",
        wall, static_cast<long long>(window.content().frame()->particles.count()), 1e3 * report.timeStep,
        report.millisecondsPerStep, static_cast<double>(live.pictureCount() - picturesBefore) / wall,
        (view.drawnCount() - drawnBefore) / wall, (window.content().time() - timeBefore) / wall);
    live.stop();
    static_cast<void>(QTest::qWaitFor([&] { return !live.isOn(); }, 60'000));
    window.document().undoStack().setClean();
    return 0;
}
