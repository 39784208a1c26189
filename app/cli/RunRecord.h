// run.jsonl in a cache folder: the JSON lines of the run that writes there, for whoever follows it or asks afterwards.
//
// It is never in the way of the run: what cannot be written is left out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sastrugi
{

class RunRecord
{
public:
    static constexpr std::string_view fileName = "run.jsonl";

    RunRecord() = default;
    ~RunRecord() { end(); }
    RunRecord(const RunRecord&) = delete;
    RunRecord& operator=(const RunRecord&) = delete;

    /// Begins it anew, as a new file: who reads the old one notices. Its lock on the folder is the caller's.
    /// False when it cannot be written.
    bool begin(const std::filesystem::path& folder);
    bool isOpen() const { return m_descriptor >= 0; }
    /// A whole line with its end. Before begin() it is kept for then.
    void write(std::string_view line);
    void end();

private:
    int m_descriptor = -1;
    std::string m_waiting;
};

} // namespace sastrugi
