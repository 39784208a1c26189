// How long the window does not answer while it orbits and scrubs beside a simulation of the scene given:
//     bench-responsiveness scene.sastrugi [seconds]
// A thread asks the event loop every 5 ms, whether or not it has answered before; each answer's delay is counted, so
// that a long pause counts as often as it would be noticed.
#include "app/studio/jobs/Runs.h"
#include "app/studio/start/environment.h"
#include "app/studio/timeline/Timeline.h"
#include "app/studio/viewport/Viewport.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"

#include "nodes/graph/solverNodes.h"
#include "nodes/types/allNodes.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

/// Delays of all answers, ms; of the event loop's thread.
std::vector<double> delays;

void ask(std::stop_token stop, QObject& window)
{
    using Clock = std::chrono::steady_clock;
    for (auto next = Clock::now(); !stop.stop_requested(); next += std::chrono::milliseconds(5)) {
        std::this_thread::sleep_until(next);
        QMetaObject::invokeMethod(
            &window,
            [asked = Clock::now()] {
                delays.push_back(std::chrono::duration<double, std::milli>(Clock::now() - asked).count());
            },
            Qt::QueuedConnection);
    }
}

} // namespace

int main(int argc, char** argv)
{
    prepareEnvironment();
    QApplication application(argc, argv);
    if (argc < 2)
        return std::fputs("usage: bench-responsiveness scene.sastrugi [seconds]\n", stderr), 2;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 60;
    MainWindow window(allNodes(), {.isSafe = false});
    window.resize(1440, 900);
    window.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&window));
    if (!window.files().open(QString::fromLocal8Bit(argv[1])))
        return 1;
    const std::vector<std::string> solvers = solverNodes(window.document().graph());
    if (solvers.empty())
        return std::fputs("the scene has no solver\n", stderr), 1;
    window.runs().restart(solvers.front());
    if (!QTest::qWaitFor([&] { return window.frames().table().validCount >= 3; }, 300'000))
        return std::fputs("no frame came within five minutes\n", stderr), 1;

    Viewport& view = window.viewports().active();
    int moves = 0, scrubs = 0;
    QTimer orbit, scrub;
    QObject::connect(&orbit, &QTimer::timeout, [&] {
        // As with the mouse: what is drawn less while it is dragged is drawn less here.
        const double angle = 0.02 * ++moves;
        const QPointF at = QRectF(view.scene().rect()).center() + 60 * QPointF(std::cos(angle), std::sin(angle));
        QMouseEvent move(QEvent::MouseMove, at, view.scene().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&view.scene(), &move);
    });
    QObject::connect(&scrub, &QTimer::timeout, [&] {
        const auto& frames = window.frames().table().frames;
        if (!frames.empty())
            window.timeline().setFrame(std::next(frames.begin(), scrubs % static_cast<int>(frames.size()))->first);
        ++scrubs;
    });
    QTest::mousePress(&view.scene(), Qt::LeftButton);
    orbit.start(16);
    scrub.start(100);
    const int drawnBefore = view.scene().drawnCount();
    std::jthread asking([&](std::stop_token stop) { ask(stop, window); });
    QTest::qWait(1000 * seconds);
    asking.request_stop();
    asking.join();
    orbit.stop();
    scrub.stop();
    const Run* run = window.runs().run(solvers.front());
    const bool isRunning = run && !run->isOver();
    const auto particles = run ? run->report.particles : 0;
    std::printf(
        "%d s beside a simulation of %lld particles that was %s: %d moves of the camera, %d frames scrubbed, %d "
        "pictures\n",
        seconds, static_cast<long long>(particles), isRunning ? "going on" : "over", moves, scrubs,
        view.scene().drawnCount() - drawnBefore);
    std::sort(delays.begin(), delays.end());
    const auto share = [](double part) {
        return delays[static_cast<std::size_t>(part * static_cast<double>(delays.size() - 1))];
    };
    std::printf("the event loop answered %zu times after: median %.1f ms, p90 %.1f, p99 %.1f, maximum %.1f\n",
                delays.size(), share(0.5), share(0.9), share(0.99), share(1));
    if (isRunning) {
        window.runs().cancel(run->id);
        QElapsedTimer timer;
        timer.start();
        static_cast<void>(QTest::qWaitFor([&] { return window.runs().run(solvers.front())->isOver(); }, 60'000));
        std::printf("cancelled: the run had ended after %lld ms\n", static_cast<long long>(timer.elapsed()));
    }
    window.document().undoStack().setClean();
    return 0;
}
