// Progress for a program: one JSON object per line. The keys are the contract of `sastrugi sim`.
#pragma once

#include "app/cli/Progress.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <functional>

namespace sastrugi
{

class JsonProgress : public Progress
{
public:
    /// Gets each line with its end, to be written at once.
    using Write = std::function<void(std::string_view)>;

    JsonProgress(LogLevel level, Write write) : Progress(level), m_write(std::move(write)) {}

    void setScene(const Scene& scene) override;
    void end(std::string_view status, int code, const std::string& sentence) override;
    void started(const RunStart& start) override;
    void beginning(std::int64_t frame, bool fromCheckpoint) override;
    void stepDone(const StepDone& step) override;
    void frameDone(const FrameDone& frame) override;
    void checkpointWritten(const Checkpoint& checkpoint, std::uint64_t bytes) override;
    void paused(std::int64_t lastFrame, double time) override;
    void continued() override;
    void live(int descriptor, const std::vector<std::string>& followed) override;
    void keyAppended(const std::string& name, const TypedKey& key) override;
    void message(const LogMessage& message) override;

private:
    void print(const nlohmann::ordered_json& line) const;

    Write m_write;
    SceneSettings m_settings;
    std::string m_node;
    std::vector<std::string> m_stages;
    std::int64_t m_last = 0;
    TimeLeft m_timeLeft;
    std::chrono::steady_clock::time_point m_printed{};
};

} // namespace sastrugi
