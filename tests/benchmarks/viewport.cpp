// Times of drawing particles in a view, whole and reduced, of orbiting, of playing cached frames and of reading them,
// drawn in software.
#include "app/studio/frames/FrameReader.h"
#include "app/studio/start/environment.h"
#include "app/studio/timeline/Timeline.h"
#include "app/studio/viewport/SceneWidget.h"
#include "engine/cache/FrameFile.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

/// A falling and spreading ball.
std::shared_ptr<Frame> frameOf(std::size_t count, std::int64_t number)
{
    auto frame = std::make_shared<Frame>();
    frame->number = number;
    frame->particles = Attributes(count);
    const auto id = frame->particles.add<std::uint32_t>("id");
    const auto position = frame->particles.add<float>("position", 3);
    const auto velocity = frame->particles.add<float>("velocity", 3);
    const auto radius = frame->particles.add<float>("radius");
    const auto mass = frame->particles.add<float>("mass");
    const auto density = frame->particles.add<float>("density");
    const auto material = frame->particles.add<std::uint8_t>("material");
    static_cast<void>(material);
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
    const float h = 1.0f / static_cast<float>(side), t = 0.02f * static_cast<float>(number);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place[3] = {i % side, i / side % side, i / side / side};
        for (std::size_t c = 0; c < 3; ++c) {
            const float wobble = 0.2f * h * std::sin(static_cast<float>(12.9898 * static_cast<double>(3 * i + c)));
            position[3 * i + c] = (1 + t) * (h * static_cast<float>(place[c]) - 0.5f) + wobble;
            velocity[3 * i + c] = h * static_cast<float>(place[c]) - 0.5f + wobble;
        }
        id[i] = static_cast<std::uint32_t>(i);
        radius[i] = 0.5f * h;
        mass[i] = 400 * h * h * h;
        density[i] = 300 + 100 * std::sin(9 * position[3 * i]);
    }
    return frame;
}

void print(const char* name, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2], slow = times[times.size() * 19 / 20];
    std::printf("  %-36s %7.1f ms, slowest twentieth %7.1f ms: %4.0f a second\n", name, median, slow, 1000 / median);
}

/// Repeats `step` until it was drawn.
void measure(const char* name, SceneWidget& widget, int count, const std::function<void(int)>& step)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        const int before = widget.drawnCount();
        step(i);
        while (widget.drawnCount() == before && timer.elapsed() < 10000)
            QApplication::processEvents();
        times.push_back(1e-6 * static_cast<double>(timer.nsecsElapsed()));
    }
    print(name, times);
}

void measureDrawing(std::size_t count)
{
    SceneWidget widget;
    widget.resize(1000, 700);
    widget.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&widget));
    std::vector<std::shared_ptr<const Frame>> frames;
    for (int i = 0; i < 8; ++i)
        frames.push_back(frameOf(count, i + 1));
    widget.view().particles().show(frames.front());
    widget.fit();
    std::printf("%zu particles, 1000 x 700\n", count);
    const auto orbit = [&](int) { widget.changeCamera([](Camera& camera) { camera.orbit(3, 0.2); }); };
    measure("orbit, all", widget, 10, orbit);
    widget.view().particles().setReduced(true);
    measure("orbit, reduced", widget, 40, orbit);
    const auto play = [&](int i) {
        widget.view().particles().show(frames[static_cast<std::size_t>(i) % frames.size()]);
        widget.redraw();
    };
    measure("next frame, reduced", widget, 40, play);
    widget.view().particles().setReduced(false);
    measure("next frame, all", widget, 10, play);
    widget.view().particles().show(nullptr);
    measure("orbit, without particles", widget, 40, orbit);
}

void measureReading(std::size_t count)
{
    const QTemporaryDir folder;
    FileLayer files;
    const std::filesystem::path file = folder.filePath("frame.h5").toStdString();
    const auto frame = frameOf(count, 1);
    files.writeAtomically(file, encodeFrame(*frame, frame->contentHash(), Hash{}));
    std::vector<double> times;
    for (int i = 0; i < 15; ++i) {
        QElapsedTimer timer;
        timer.start();
        std::vector<std::byte> bytes = files.readAll(file);
        const Frame read = decodeFrame(bytes, file);
        times.push_back(1e-6 * static_cast<double>(timer.nsecsElapsed()));
        if (read.particles.count() != count)
            std::abort();
    }
    std::printf("%zu particles, %.1f MB a frame\n", count,
                1e-6 * static_cast<double>(std::filesystem::file_size(file)));
    print("read", times);
}

} // namespace

int main(int argc, char** argv)
{
    prepareEnvironment();
    QApplication application(argc, argv);
    for (const std::size_t count : {100'000u, 1'000'000u})
        measureDrawing(count);
    for (const std::size_t count : {100'000u, 1'000'000u})
        measureReading(count);
}
