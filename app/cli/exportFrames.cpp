#include "app/cli/exportFrames.h"

#include "app/cli/Progress.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/Signals.h"
#include "app/cli/formatBytes.h"
#include "app/cli/say.h"
#include "app/cli/shortTime.h"
#include "engine/core/Words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

#include <unistd.h>

namespace sastrugi
{

namespace
{

using Json = nlohmann::ordered_json;

ProgressKind kindOf(const std::string& text)
{
    const auto kind = static_cast<ProgressKind>(chooseName("--progress", text, {"auto", "none", "bar", "jsonl"}));
    if (kind != ProgressKind::Automatic)
        return kind;
    return ::isatty(STDERR_FILENO) ? ProgressKind::Bar : ProgressKind::None;
}

class Export
{
public:
    Export(FrameSource& source, FileLayer& files, FrameWriter& writer, const ExportRun& run)
        : m_source(source), m_files(files), m_writer(writer), m_run(run), m_kind(kindOf(run.progress))
    {
    }

    int start()
    {
        findMissing();
        predict();
        m_begun = std::chrono::steady_clock::now();
        for (const std::int64_t frame : m_run.frames) {
            if (m_signals.pauseRequest()) {
                m_signals.stopUntilContinued();
                m_signals.pauseRequest() = false;
            }
            if (m_signals.stop().stop_requested() || !exportOne(frame))
                return stopped();
        }
        endLine();
        tell({{"type", "end"}, {"status", "ok"}, {"code", 0}});
        return 0;
    }

private:
    /// Those to be written; all of what is there is read, so a damaged file counts as missing.
    void findMissing()
    {
        for (const std::int64_t frame : m_run.frames) {
            const bool isThere =
                !m_run.isForced && !m_signals.stop().stop_requested() && m_writer.isThere(frame, m_source.hash(frame));
            if (!isThere)
                m_missing.push_back(frame);
        }
        for (const std::int64_t frame : m_missing)
            if (m_run.inputs)
                m_run.inputs->refuse(m_writer.pathOf(frame));
    }

    /// What the largest frame takes, and the others in proportion to what they take in the cache.
    void predict()
    {
        double bytes = 0, cached = 0;
        if (!m_missing.empty()) {
            const auto sizeOf = [&](std::int64_t frame) { return m_source.bytes(frame); };
            const std::int64_t largest = *std::ranges::max_element(m_missing, {}, sizeOf);
            for (const std::int64_t frame : m_missing)
                cached += static_cast<double>(sizeOf(frame));
            bytes = m_writer.predictedBytes(*m_source.example(largest)) * cached /
                    static_cast<double>(std::max<std::uint64_t>(sizeOf(largest), 1));
        }
        const std::size_t there = m_run.frames.size() - m_missing.size();
        tell({{"type", "start"},
              {"frames", m_run.frames.size()},
              {"there", there},
              {"predictedBytes", static_cast<std::uint64_t>(bytes)}});
        if (m_kind != ProgressKind::JsonLines)
            say(fmt::format("{} to write, about {}{}\n", counted(static_cast<std::int64_t>(m_missing.size()), "file"),
                            formatBytes(bytes), there ? fmt::format("; {} there already", there) : ""));
        if (m_missing.empty())
            return;
        const std::filesystem::path path = m_writer.pathOf(m_missing.front());
        const auto free = static_cast<double>(m_files.freeSpace(path));
        if (bytes > 1.1 * free) // it is an estimate
            fail(ErrorKind::InputOutput,
                 "'{}' and the other files need about {}, and only {} are free on their disk; free some space, choose "
                 "another folder, or write fewer attributes or frames",
                 utf8Of(path), formatBytes(bytes), formatBytes(free));
    }

    /// False when it was stopped.
    bool exportOne(std::int64_t number)
    {
        const std::filesystem::path path = m_writer.pathOf(number);
        const bool isWritten = std::ranges::binary_search(m_missing, number);
        if (isWritten) {
            try {
                m_writer.write(*m_source.read(number, m_signals.stop()), m_source.hash(number), m_signals.stop());
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Interrupted)
                    return false;
                endLine();
                throw;
            }
            ++m_written;
        }
        std::error_code error;
        tell({{"type", "frame"},
              {"frame", number},
              {"file", utf8Of(std::filesystem::absolute(path))},
              {"bytes", std::filesystem::file_size(path, error)},
              {"written", isWritten}});
        if (m_kind != ProgressKind::JsonLines)
            sayOnOutput(fmt::format("{}\n", utf8Of(path)));
        if (m_kind == ProgressKind::Bar && isWritten)
            showLine(number);
        return true;
    }

    void showLine(std::int64_t number)
    {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begun).count();
        const auto left = static_cast<double>(m_missing.size() - m_written);
        say(fmt::format("\r\x1b[Kexport: frame {}, {} of {} written, {} left", number, m_written, m_missing.size(),
                        shortTime(seconds / static_cast<double>(m_written) * left)));
        m_isLineOpen = true;
    }

    void endLine()
    {
        if (m_isLineOpen)
            say("\n");
        m_isLineOpen = false;
    }

    int stopped()
    {
        endLine();
        const int code =
            static_cast<int>(m_signals.wasInterrupted() ? ErrorKind::Interrupted : ErrorKind::StoppedEarly);
        tell({{"type", "end"}, {"status", "stopped"}, {"code", code}});
        say(fmt::format(
            "sastrugi: stopped with {} of {} written, each of them whole; the same command goes on with the "
            "others\n",
            m_written, counted(static_cast<std::int64_t>(m_missing.size()), "file")));
        return code;
    }

    void tell(const Json& line)
    {
        if (m_kind == ProgressKind::JsonLines)
            sayOnOutput(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

    FrameSource& m_source;
    FileLayer& m_files;
    FrameWriter& m_writer;
    const ExportRun& m_run;
    ProgressKind m_kind;
    Signals m_signals;
    std::vector<std::int64_t> m_missing; // ascending, as the frames are
    std::size_t m_written = 0;
    std::chrono::steady_clock::time_point m_begun;
    bool m_isLineOpen = false;
};

} // namespace

int exportFrames(FrameSource& source, FileLayer& files, FrameWriter& writer, const ExportRun& run)
{
    return Export(source, files, writer, run).start();
}

} // namespace sastrugi
