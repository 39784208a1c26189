#include "app/cli/RunProgress.h"

namespace sastrugi
{

RunProgress::RunProgress(ProgressKind kind, LogLevel level)
    : Progress(level), m_shown(makeProgress(kind, level)),
      m_lines(level, [this](std::string_view line) { m_record.write(line); })
{
}

void RunProgress::beginRecord(const std::filesystem::path& folder)
{
    if (!m_record.begin(folder))
        m_shown->message(
            {LogLevel::Info, "", "run.record",
             fmt::format("'{}' cannot be written; the run goes on without", utf8Of(folder / RunRecord::fileName))});
}

void RunProgress::endRecord(std::string_view status, int code, const std::string& sentence)
{
    if (m_record.isOpen())
        m_lines.end(status, code, sentence);
    m_record.end();
}

void RunProgress::setScene(const Scene& scene)
{
    m_shown->setScene(scene);
    m_lines.setScene(scene);
}

void RunProgress::end(std::string_view status, int code, const std::string& sentence)
{
    endRecord(status, code, sentence);
    m_shown->end(status, code, sentence);
}

void RunProgress::started(const RunStart& start)
{
    m_shown->started(start);
    m_lines.started(start);
}

void RunProgress::beginning(std::int64_t frame, bool fromCheckpoint)
{
    m_lastFrame = frame - 1;
    m_shown->beginning(frame, fromCheckpoint);
    m_lines.beginning(frame, fromCheckpoint);
}

void RunProgress::stepDone(const StepDone& step)
{
    m_shown->stepDone(step);
    m_lines.stepDone(step);
}

void RunProgress::frameDone(const FrameDone& frame)
{
    m_lastFrame = frame.frame.number;
    m_shown->frameDone(frame);
    m_lines.frameDone(frame);
}

void RunProgress::checkpointWritten(const Checkpoint& checkpoint, std::uint64_t bytes)
{
    m_shown->checkpointWritten(checkpoint, bytes);
    m_lines.checkpointWritten(checkpoint, bytes);
}

void RunProgress::paused(std::int64_t lastFrame, double time)
{
    m_shown->paused(lastFrame, time);
    m_lines.paused(lastFrame, time);
    if (m_wait)
        m_wait();
    continued();
}

void RunProgress::continued()
{
    m_shown->continued();
    m_lines.continued();
}

void RunProgress::live(int descriptor, const std::vector<std::string>& followed)
{
    m_shown->live(descriptor, followed);
    m_lines.live(descriptor, followed);
}

void RunProgress::keyAppended(const std::string& name, const TypedKey& key)
{
    m_shown->keyAppended(name, key);
    m_lines.keyAppended(name, key);
}

void RunProgress::message(const LogMessage& message)
{
    m_shown->message(message);
    m_lines.message(message);
}

} // namespace sastrugi
