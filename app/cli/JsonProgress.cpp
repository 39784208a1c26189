#include "app/cli/JsonProgress.h"

#include "app/cli/ThisProcess.h"
#include "app/cli/arguments.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sastrugi
{

using Json = nlohmann::ordered_json;

namespace
{

/// A program that reads once a tenth of a second sees every change; more would only cost time.
constexpr std::chrono::milliseconds betweenSteps(100);

} // namespace

void JsonProgress::setScene(const Scene& scene)
{
    m_settings = scene.settings;
    m_node = scene.solverNode;
    m_stages.assign(scene.solver->stages().begin(), scene.solver->stages().end());
}

void JsonProgress::started(const RunStart& start)
{
    m_last = start.lastFrame;
    print({{"type", "start"},
           {"schema", 1},
           {"version", SASTRUGI_VERSION},
           {"node", m_node},
           {"frames", {start.firstFrame, start.lastFrame}},
           {"there", start.framesThere},
           {"threads", start.threads},
           {"seed", m_settings.seed},
           {"hash", start.sceneHash.hex()},
           {"cache", utf8Of(std::filesystem::absolute(start.folder).lexically_normal())},
           {"process", processId()},
           {"processStart", processStart()},
           {"host", hostName()}});
}

void JsonProgress::beginning(std::int64_t frame, bool fromCheckpoint)
{
    m_timeLeft.start(m_settings.timeOf(std::max(frame - 1, m_settings.firstFrame)), m_settings.timeOf(m_last));
    print({{"type", "begin"}, {"node", m_node}, {"frame", frame}, {"resumed", fromCheckpoint}});
}

void JsonProgress::stepDone(const StepDone& step)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_printed < betweenSteps)
        return;
    m_printed = now;
    const double left = m_timeLeft.seconds(step.time);
    Json line = {{"type", "progress"},          {"node", m_node},
                 {"frame", step.frame},         {"of", m_last},
                 {"substep", step.step},        {"t", step.time},
                 {"dt", step.report.timeStep},  {"limiter", step.report.limiter},
                 {"particles", step.particles}, {"ms", 1e3 * step.seconds},
                 {"mem", step.memory},          {"etaSeconds", std::isfinite(left) ? Json(left) : Json()}};
    for (const auto& [key, value] : step.report.figures)
        line["figures"][key] = value;
    print(line);
}

void JsonProgress::frameDone(const FrameDone& frame)
{
    Json line = {{"type", "frame"},
                 {"node", m_node},
                 {"frame", frame.file.number},
                 {"file", utf8Of(std::filesystem::absolute(frame.file.file).lexically_normal())},
                 {"bytes", frame.file.bytes},
                 {"hash", frame.file.hash.hex()},
                 {"particles", frame.frame.particles.count()},
                 {"written", frame.written},
                 {"seconds", frame.seconds}};
    for (std::size_t i = 0; i < std::min(m_stages.size(), frame.stageSeconds.size()); ++i)
        line["stages"].push_back({{"name", m_stages[i]}, {"seconds", frame.stageSeconds[i]}});
    print(line);
}

void JsonProgress::checkpointWritten(const Checkpoint& checkpoint, std::uint64_t bytes)
{
    print({{"type", "checkpoint"},
           {"node", m_node},
           {"frame", checkpoint.frame},
           {"t", checkpoint.time},
           {"bytes", bytes}});
}

void JsonProgress::paused(std::int64_t lastFrame, double time)
{
    m_timeLeft.pause();
    print({{"type", "paused"}, {"node", m_node}, {"frame", lastFrame}, {"t", time}});
}

void JsonProgress::continued()
{
    m_timeLeft.goOn();
    print({{"type", "continued"}, {"node", m_node}});
}

void JsonProgress::live(int descriptor, const std::vector<std::string>& followed)
{
    print({{"type", "live"}, {"node", m_node}, {"descriptor", descriptor}, {"follow", followed}});
}

void JsonProgress::keyAppended(const std::string& name, const TypedKey& key)
{
    const auto list = [](const Vector3& vector) { return Json{vector.x(), vector.y(), vector.z()}; };
    print({{"type", "key"}, {"node", name}, {"t", key.time}, {"way", list(key.way)}, {"turns", list(key.turns)}});
}

void JsonProgress::message(const LogMessage& message)
{
    if (isShown(message))
        print({{"type", message.level >= LogLevel::Warning ? "warning" : "message"},
               {"level", name(message.level)},
               {"node", message.node},
               {"code", message.code},
               {"msg", message.text}});
}

void JsonProgress::end(std::string_view status, int code, const std::string& sentence)
{
    Json line = {{"type", "end"}, {"status", status}, {"code", code}};
    if (!sentence.empty())
        line["msg"] = sentence;
    print(line);
}

void JsonProgress::print(const Json& line) const
{
    m_write(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace sastrugi
