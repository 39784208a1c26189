// `sastrugi bench`: runs benchmarks and prints them as a table or as JSON.
#include "app/cli/bench/Bench.h"
#include "app/cli/Command.h"
#include "app/cli/numbers.h"
#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/core/Words.h"

#include <nlohmann/json.hpp>

namespace sastrugi
{

namespace
{

using Json = nlohmann::ordered_json;

struct Options {
    std::string name;
    BenchOptions bench;
    bool json = false, list = false;
};

void declare(CLI::App& command, Options& options)
{
    command.add_option("name", options.name, "The benchmark (default: all)");
    command.add_option("--particles", options.bench.particles, "How many particles")->check(wholeNumber(1));
    command.add_option("--threads", options.bench.threads, "Threads (default: all cores)")->check(wholeNumber(0, 4096));
    command.add_option("--meshes", options.bench.meshes, "Folder for the surfaces that are made, as PLY, to look at");
    command.add_flag("--json", options.json, "As JSON");
    command.add_flag("--list", options.list, "Name the benchmarks and leave");
}

/// What was measured, by key.
std::vector<std::pair<std::string, double>> figures(const BenchResult& result)
{
    std::vector<std::pair<std::string, double>> all = {
        {"iterations", result.iterations},
        {"particleStepsPerSecond", result.particleStepsPerSecond},
        {"microsecondsPerParticleStep", result.microsecondsPerParticleStep},
        {"nanosecondsPerPair", result.nanosecondsPerPair},
        {"bytesPerParticle", result.bytesPerParticle},
        {"ratio", result.ratio}};
    std::erase_if(all, [](const auto& figure) { return figure.second < 0; });
    all.insert(all.end(), result.figures.begin(), result.figures.end());
    return all;
}

Json toJson(const BenchResult& result)
{
    Json json = {{"name", result.name}};
    if (result.particles >= 0)
        json["particles"] = result.particles;
    json["threads"] = result.threads;
    json["stages"] = Json::array();
    for (const auto& [stage, seconds] : result.stages)
        json["stages"].push_back({{"name", stage}, {"seconds", seconds}});
    for (const auto& [key, value] : figures(result))
        json[key] = value;
    return json;
}

void print(const BenchResult& result)
{
    fmt::print("{}  {}{}\n", result.name, result.particles >= 0 ? counted(result.particles, "particle") + "  " : "",
               counted(result.threads, "thread"));
    double total = 0;
    for (const auto& [stage, seconds] : result.stages)
        total += seconds;
    for (const auto& [stage, seconds] : result.stages)
        fmt::print("  {:<30}{:>12.3f} ms{:>7.1f} %\n", stage, 1e3 * seconds, 100 * seconds / total);
    for (const auto& [key, value] : figures(result))
        fmt::print("  {:<30}{:>12.5g}\n", key, value);
}

std::vector<const Benchmark*> chosen(const std::string& name)
{
    std::vector<const Benchmark*> found;
    std::vector<std::string_view> names;
    for (const Benchmark& benchmark : allBenchmarks()) {
        names.push_back(benchmark.name);
        if (name.empty() || benchmark.name == name)
            found.push_back(&benchmark);
    }
    if (found.empty()) {
        const std::string nearest = nearestName(name, names);
        fail(ErrorKind::Usage, "unknown benchmark '{}'{}; there are {}", name,
             nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(names, ", "));
    }
    return found;
}

int run(const Options& options)
{
    Json all = Json::array();
    for (const Benchmark* benchmark : chosen(options.name)) {
        if (options.list) {
            fmt::print("{:<16}{}\n", benchmark->name, benchmark->doc);
            continue;
        }
        for (const BenchResult& result : benchmark->run(options.bench))
            if (options.json)
                all.push_back(toJson(result));
            else
                print(result);
    }
    if (options.json && !options.list)
        fmt::print("{}\n", all.dump(2));
    return 0;
}

} // namespace

void addBench(CLI::App& app, Action& action)
{
    addCommand<Options>(app, action, "bench", "Measure the speed of the engine on this machine", declare, run);
}

} // namespace sastrugi
