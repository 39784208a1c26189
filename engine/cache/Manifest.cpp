#include "engine/cache/Manifest.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/simulation/Solver.h"

#include <nlohmann/json.hpp>

#include <ctime>
#include <fstream>
#include <thread>

#include <sys/utsname.h>

namespace sastrugi
{

namespace
{

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name") && line.find(": ") != std::string::npos)
            return line.substr(line.find(": ") + 2);
    return "unknown processor";
}

std::string machineName()
{
    utsname names{};
    ::uname(&names);
    return fmt::format("{} {} {}, {}, {} cores", names.sysname, names.release, names.machine, processorName(),
                       std::thread::hardware_concurrency());
}

std::string now()
{
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

} // namespace

Manifest manifestFor(const Scene& scene)
{
    Manifest manifest;
    manifest.program = "Sastrugi " SASTRUGI_VERSION;
    manifest.sceneHash = scene.contentHash();
    manifest.node = scene.solverNode;
    manifest.solver = scene.solver->title();
    manifest.seed = scene.settings.seed;
    manifest.framesPerSecond = scene.settings.framesPerSecond;
    manifest.firstFrame = scene.settings.firstFrame;
    manifest.threads = threadCount();
    manifest.machine = machineName();
    manifest.created = now();
    return manifest;
}

std::string toJson(const Manifest& manifest)
{
    const nlohmann::ordered_json json = {
        {"format", manifest.format},
        {"program", manifest.program},
        {"sceneHash", manifest.sceneHash.hex()},
        {"node", manifest.node},
        {"solver", manifest.solver},
        {"seed", manifest.seed},
        {"framesPerSecond", manifest.framesPerSecond},
        {"firstFrame", manifest.firstFrame},
        {"threads", manifest.threads},
        {"machine", manifest.machine},
        {"created", manifest.created},
    };
    return json.dump(4, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Manifest manifestFromJson(std::string_view text)
{
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        Manifest manifest;
        json.at("format").get_to(manifest.format);
        if (manifest.format != 1)
            fail(ErrorKind::InputOutput, "it has format {}, this program reads format 1", manifest.format);
        json.at("program").get_to(manifest.program);
        manifest.sceneHash = Hash::fromHex(json.at("sceneHash").get<std::string>());
        json.at("node").get_to(manifest.node);
        json.at("solver").get_to(manifest.solver);
        json.at("seed").get_to(manifest.seed);
        json.at("framesPerSecond").get_to(manifest.framesPerSecond);
        json.at("firstFrame").get_to(manifest.firstFrame);
        json.at("threads").get_to(manifest.threads);
        json.at("machine").get_to(manifest.machine);
        json.at("created").get_to(manifest.created);
        return manifest;
    } catch (const nlohmann::json::exception& error) {
        fail(ErrorKind::InputOutput, "it is not a cache manifest: {}", error.what());
    }
}

} // namespace sastrugi
