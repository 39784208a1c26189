// Makes files of cached frames with the programs of the command line, one order at a time, while the window goes on.
#pragma once

#include "nodes/document/SceneDocument.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace sastrugi::studio
{

enum class OutputKind { Movie, Export };

struct OutputOrder {
    OutputKind kind = OutputKind::Movie;
    std::string node;                                                 // of the document: a Movie, or what is exported
    QString out;                                                      // another name than the node's; empty: that
    std::optional<std::pair<std::int64_t, std::int64_t>> frames = {}; // the first and the last; nothing: all
};

class OutputMaker : public QObject
{
    Q_OBJECT

public:
    explicit OutputMaker(QObject* parent = nullptr);
    /// Ends what is being made.
    ~OutputMaker() override;

    /// `cacheBase` is where the document's caches lie. What is being made is ended first.
    void start(const SceneDocument& document, const std::filesystem::path& cacheBase, const OutputOrder& order);
    bool isBusy() const { return m_process.state() != QProcess::NotRunning; }
    /// Files that are whole stay; a film leaves nothing.
    void cancel();

Q_SIGNALS:
    /// Of the files; a count of zero is unknown.
    void progressed(int done, int count);
    /// `file` is the film, or the first file; empty where all were there already.
    void finished(const QString& file, int count);
    /// With a sentence; an empty one when it was cancelled.
    void failed(const QString& sentence);

private:
    void read();
    void readErrors();
    void end();

    QProcess m_process;
    std::unique_ptr<QTemporaryDir> m_folder; // of the snapshot
    QString m_firstFile, m_errors;
    int m_done = 0, m_count = 0;
    bool m_isCancelled = false;
};

} // namespace sastrugi::studio
