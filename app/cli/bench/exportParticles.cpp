// How long a frame takes to be written, by format: the making of the file's content, and all of it with the disk.
#include "app/cli/bench/Bench.h"
#include "engine/core/Parallel.h"
#include "engine/io/ParticleWriter.h"

#include <algorithm>
#include <chrono>

#include <unistd.h>

namespace sastrugi
{

namespace
{

/// What the solvers give, with values that do not compress better than theirs.
Frame makeFrame(std::size_t count)
{
    Frame frame;
    frame.number = 1;
    frame.particles = Attributes(count);
    const auto id = frame.particles.add<std::uint32_t>("id");
    for (std::size_t i = 0; i < count; ++i)
        id[i] = static_cast<std::uint32_t>(i);
    auto fill = [&, seed = std::uint64_t{1}](std::string_view name, int components) mutable {
        for (float& value : frame.particles.add<float>(name, components)) {
            seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
            value = static_cast<float>(seed >> 40) * 0x1p-22f;
        }
    };
    fill("position", 3);
    fill("velocity", 3);
    std::ranges::fill(frame.particles.add<float>("radius"), 0.01f);
    std::ranges::fill(frame.particles.add<float>("mass"), 0.001f);
    frame.particles.add<std::uint8_t>("material");
    for (const char* name : {"density", "pressure", "volumeRatio"})
        fill(name, 1);
    return frame;
}

template <class Work>
double best(Work&& work)
{
    double seconds = 1e300, spent = 0;
    while (spent < 1) { // text is slow, and once is enough
        const auto start = std::chrono::steady_clock::now();
        work();
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        seconds = std::min(seconds, took);
        spent += took;
    }
    return seconds;
}

/// Removed at the end of its life.
struct TemporaryFolder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / fmt::format("sastrugi-bench-{}", ::getpid());
    ~TemporaryFolder()
    {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
};

} // namespace

std::vector<BenchResult> benchExport(const BenchOptions& options)
{
    const ThreadScope scope(options.threads);
    const std::size_t count = options.particles > 0 ? static_cast<std::size_t>(options.particles) : 1000000;
    const Frame frame = makeFrame(count);
    const TemporaryFolder folder;
    FileLayer files;
    std::vector<BenchResult> results;
    for (const ParticleFormat& format : particleFormats()) {
        ParticleWriter writer(format, FrameNames((folder.path / "bench.####").string(), format.ending, 2), {}, files);
        std::size_t bytes = 0;
        const double making = best([&] { bytes = format.encode(makeTable(frame, {}, format.needs), {}).size(); });
        const double all = best([&] { writer.write(frame, Hash{}); });
        BenchResult result;
        result.name = fmt::format("export {}", format.name);
        result.particles = static_cast<std::int64_t>(count);
        result.threads = threadCount();
        result.stages = {{"make", making}, {"write, flush and remember", std::max(0.0, all - making)}};
        result.bytesPerParticle = static_cast<double>(bytes) / static_cast<double>(count);
        result.figures = {{"seconds", all}};
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace sastrugi
