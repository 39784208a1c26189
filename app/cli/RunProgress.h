// All that follows the runs of `sastrugi sim`: the progress that is shown, and the record in each cache folder.
#pragma once

#include "app/cli/JsonProgress.h"
#include "app/cli/RunRecord.h"

#include <functional>

namespace sastrugi
{

class RunProgress : public Progress
{
public:
    RunProgress(ProgressKind kind, LogLevel level);

    /// What a pause does until the run shall go on.
    void setPause(std::function<void()> wait) { m_wait = std::move(wait); }
    /// From now on, lines go into the folder too.
    void beginRecord(const std::filesystem::path& folder);
    /// Of one run, while its folder is locked: who finds it free can read how the run ended.
    void endRecord(std::string_view status, int code, const std::string& sentence);
    /// The last frame that is complete, for messages; before the first one the frame before it.
    std::int64_t lastFrame() const { return m_lastFrame; }

    void setScene(const Scene& scene) override;
    /// Of the command, and of the record where one is open.
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
    std::unique_ptr<Progress> m_shown;
    RunRecord m_record;
    JsonProgress m_lines; // into the record
    std::function<void()> m_wait;
    std::int64_t m_lastFrame = 0;
};

} // namespace sastrugi
