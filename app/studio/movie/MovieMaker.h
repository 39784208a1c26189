// Draws cached frames with the program sastrugi-render, one movie at a time, while the window goes on.
#pragma once

#include "nodes/document/SceneDocument.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace sastrugi::studio
{

struct MovieOrder {
    std::string node;                                                 // a Movie node of the document
    QString out;                                                      // another name than the node's; empty: that
    std::optional<std::pair<std::int64_t, std::int64_t>> frames = {}; // the first and the last; nothing: all
};

class MovieMaker : public QObject
{
    Q_OBJECT

public:
    explicit MovieMaker(QObject* parent = nullptr);
    /// Ends what is being drawn.
    ~MovieMaker() override;

    /// `cacheBase` is where the document's caches lie. One that is being drawn is ended first.
    void start(const SceneDocument& document, const std::filesystem::path& cacheBase, const MovieOrder& order);
    bool isBusy() const { return m_process.state() != QProcess::NotRunning; }
    /// Pictures that are whole stay; a film leaves nothing.
    void cancel();

Q_SIGNALS:
    /// Of the pictures; a count of zero is unknown.
    void progressed(int done, int count);
    /// `file` is the film, or the first picture.
    void finished(const QString& file, int count);
    /// With a sentence; an empty one when it was cancelled.
    void failed(const QString& sentence);

private:
    void read();
    void end();

    QProcess m_process;
    std::unique_ptr<QTemporaryDir> m_folder; // of the snapshot
    QString m_firstFile;
    int m_done = 0, m_count = 0;
    bool m_isCancelled = false;
};

} // namespace sastrugi::studio
