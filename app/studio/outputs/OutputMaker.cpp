#include "app/studio/outputs/OutputMaker.h"

#include "app/studio/document/Document.h"

#include "engine/core/File.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace sastrugi::studio
{

OutputMaker::OutputMaker(QObject* parent) : QObject(parent)
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &OutputMaker::read);
    connect(&m_process, &QProcess::readyReadStandardError, this, &OutputMaker::readErrors);
    connect(&m_process, &QProcess::finished, this, &OutputMaker::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            Q_EMIT failed(
                tr("The program '%1' cannot be started: %2").arg(m_process.program(), m_process.errorString()));
    });
}

OutputMaker::~OutputMaker()
{
    m_process.disconnect(this);
    if (isBusy()) {
        m_process.terminate(); // it removes what is not whole
        if (!m_process.waitForFinished(3000))
            m_process.kill();
        m_process.waitForFinished(1000);
    }
}

void OutputMaker::start(const SceneDocument& document, const std::filesystem::path& cacheBase, const OutputOrder& order)
{
    if (isBusy()) {
        cancel();
        m_process.waitForFinished(3000);
    }
    m_folder = std::make_unique<QTemporaryDir>();
    m_firstFile.clear();
    m_errors.clear();
    m_done = 0;
    m_count = order.frames ? static_cast<int>(order.frames->second - order.frames->first + 1) : 0;
    m_isCancelled = false;
    try {
        const std::filesystem::path snapshot = toPath(m_folder->filePath("snapshot.sastrugi"));
        FileLayer().writeAtomically(snapshot, writeDocument(movedTo(document, snapshot)));
        const bool isExport = order.kind == OutputKind::Export;
        QStringList arguments = {toText(snapshot), "--cache", toText(cacheBase), "--node",
                                 QString::fromStdString(order.node)};
        if (isExport)
            arguments = QStringList{"export"} + arguments + QStringList{"--progress", "none"};
        if (order.frames)
            arguments.append({"--frames", QString("%1-%2").arg(order.frames->first).arg(order.frames->second)});
        if (!order.out.isEmpty())
            arguments.append({"--out", order.out});
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.start(QCoreApplication::applicationDirPath() + (isExport ? "/sastrugi" : "/sastrugi-render"),
                        arguments);
    } catch (const std::exception& error) {
        Q_EMIT failed(QString::fromUtf8(error.what()));
    }
}

void OutputMaker::cancel()
{
    m_isCancelled = true;
    m_process.terminate();
}

void OutputMaker::read()
{
    while (m_process.canReadLine()) {
        const QString line = QString::fromUtf8(m_process.readLine()).trimmed();
        if (m_firstFile.isEmpty() && !line.startsWith("frame ")) // a picture, or the film at the end
            m_firstFile = line;
        if (m_count == 0 || m_done < m_count)
            Q_EMIT progressed(++m_done, m_count);
    }
}

/// An export says first how many files there will be.
void OutputMaker::readErrors()
{
    m_errors += QString::fromUtf8(m_process.readAllStandardError());
    static const QRegularExpression files("^(\\d+) files? to write", QRegularExpression::MultilineOption);
    if (const auto match = files.match(m_errors); m_count == 0 && match.hasMatch()) {
        m_count = match.captured(1).toInt();
        Q_EMIT progressed(m_done, m_count);
    }
}

void OutputMaker::end()
{
    read();
    readErrors();
    m_folder.reset();
    if (m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0)
        return Q_EMIT finished(m_firstFile, m_done);
    QString said = m_errors.trimmed().section('\n', -1);
    said.remove(QRegularExpression("^sastrugi(-render)?: error: "));
    if (said.isEmpty())
        said = tr("%1 ended without a word.").arg(m_process.program());
    Q_EMIT failed(m_isCancelled ? QString() : said);
}

} // namespace sastrugi::studio
