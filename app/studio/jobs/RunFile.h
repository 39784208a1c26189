// Follows the record of the runs in one cache folder (run.jsonl, see app/cli): reads what is new, and knows it when the
// record is begun anew or its writer has died.
//
// Looks at the disk, so not on the window's thread.
#pragma once

#include "app/studio/jobs/RunReport.h"

#include <QByteArray>
#include <QFile>

#include <filesystem>

class QJsonObject;

namespace sastrugi::studio
{

class RunFile
{
public:
    explicit RunFile(const std::filesystem::path& folder);

    /// A process was started that will write here. What it says where nobody follows it is in `errors`.
    void expect(qint64 process, const std::filesystem::path& errors);

    /// Reads on. Whether the writer lives and how large the folder is are looked at when `isThorough`.
    RunNews read(bool isThorough);
    const RunReport& report() const { return m_report; }

private:
    bool reopenIfAnew();
    void readLines(RunNews& news);
    void take(const QJsonObject& line, RunNews& news);
    void takeStart(const QJsonObject& line);
    void takeProgress(const QJsonObject& line);
    void takeEnd(const QJsonObject& line);
    void lookForDeath(RunNews& news);
    QString errorSaid() const;

    std::filesystem::path m_folder, m_errors;
    QFile m_file;
    QByteArray m_rest; // a line that is not whole yet
    RunReport m_report;
    qint64 m_expected = 0; // the process whose record is awaited
    int m_looks = 0;
};

} // namespace sastrugi::studio
