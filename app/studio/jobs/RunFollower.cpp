#include "app/studio/jobs/RunFollower.h"

#include "app/studio/document/Document.h"

#include "engine/cache/CacheLock.h"

#include <QDir>

namespace sastrugi::studio
{

namespace
{

/// Milliseconds: to look at what a watcher does not tell (a death), and to gather what it tells too often.
constexpr int betweenLooks = 500, gathering = 40;

} // namespace

/// Lives on the thread.
class RunFollower::Reader : public QObject
{
public:
    explicit Reader(RunFollower& owner) : m_owner(owner) {}

    void begin()
    {
        m_watcher = new QFileSystemWatcher(this);
        m_look = new QTimer(this);
        m_gather = new QTimer(this);
        m_gather->setSingleShot(true);
        connect(m_look, &QTimer::timeout, this, [this] { readAll(true); });
        connect(m_gather, &QTimer::timeout, this, [this] { readAll(false); });
        const auto readSoon = [this] {
            if (!m_gather->isActive())
                m_gather->start(gathering);
        };
        connect(m_watcher, &QFileSystemWatcher::fileChanged, this, readSoon);
        connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, readSoon);
        m_look->start(betweenLooks);
    }

    void follow(const QString& folder)
    {
        fileOf(folder);
        read(folder, true);
    }

    void expect(const QString& folder, qint64 process, const QString& errors)
    {
        fileOf(folder).expect(process, toPath(errors));
        read(folder, true);
    }

    void forget(const QString& folder)
    {
        m_files.erase(folder);
        m_watcher->removePaths({folder, recordOf(folder)});
    }

    void findAlive(const QString& base)
    {
        QStringList folders;
        for (const QFileInfo& entry : QDir(base).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (CacheLock::isHeld(toPath(entry.filePath())))
                folders.append(entry.filePath());
        Q_EMIT m_owner.found(base, folders);
    }

private:
    static QString recordOf(const QString& folder) { return folder + "/run.jsonl"; }

    RunFile& fileOf(const QString& folder)
    {
        std::unique_ptr<RunFile>& file = m_files[folder];
        if (!file)
            file = std::make_unique<RunFile>(toPath(folder));
        return *file;
    }

    /// Folder and record may come into being at any time, and the record becomes another file.
    void watch(const QString& folder)
    {
        for (const QString& path : {folder, recordOf(folder)})
            if (!m_watcher->files().contains(path) && !m_watcher->directories().contains(path) &&
                QFileInfo::exists(path))
                m_watcher->addPath(path);
    }

    void read(const QString& folder, bool isThorough)
    {
        watch(folder);
        RunFile& file = *m_files.at(folder);
        const bool wasAlive = file.report().isAlive();
        const RunNews news = file.read(isThorough);
        const bool hasNews = news.isAnew || !news.frames.isEmpty() || !news.messages.isEmpty();
        if (hasNews || wasAlive || file.report().isAlive())
            Q_EMIT m_owner.reported(folder, file.report(), news);
    }

    void readAll(bool isThorough)
    {
        QStringList folders;
        for (const auto& [folder, file] : m_files)
            folders.append(folder);
        for (const QString& folder : folders)
            read(folder, isThorough);
    }

    RunFollower& m_owner;
    QFileSystemWatcher* m_watcher = nullptr;
    QTimer *m_look = nullptr, *m_gather = nullptr;
    std::map<QString, std::unique_ptr<RunFile>> m_files;
};

RunFollower::RunFollower(QObject* parent) : QObject(parent), m_reader(new Reader(*this))
{
    m_reader->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_reader, &Reader::begin);
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
    m_thread.setObjectName("runs");
    m_thread.start();
}

RunFollower::~RunFollower()
{
    m_thread.quit();
    m_thread.wait();
}

void RunFollower::follow(const QString& folder)
{
    QMetaObject::invokeMethod(m_reader, [this, folder] { m_reader->follow(folder); });
}

void RunFollower::expect(const QString& folder, qint64 process, const QString& errors)
{
    QMetaObject::invokeMethod(m_reader, [=, this] { m_reader->expect(folder, process, errors); });
}

void RunFollower::forget(const QString& folder)
{
    QMetaObject::invokeMethod(m_reader, [this, folder] { m_reader->forget(folder); });
}

void RunFollower::findAlive(const QString& base)
{
    QMetaObject::invokeMethod(m_reader, [this, base] { m_reader->findAlive(base); });
}

} // namespace sastrugi::studio
