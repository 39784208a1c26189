// Follows the records of many runs on a thread of its own, and tells the window's thread what they say.
#pragma once

#include "app/studio/jobs/RunFile.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QThread>
#include <QTimer>

#include <map>
#include <memory>

namespace sastrugi::studio
{

/// Made and called on the window's thread; all else happens on the other one.
class RunFollower : public QObject
{
    Q_OBJECT

public:
    explicit RunFollower(QObject* parent = nullptr);
    /// Waits for what is being read.
    ~RunFollower() override;

    void follow(const QString& folder);
    /// A process was started that will write to the folder; where nobody follows what it says, it is in `errors`.
    void expect(const QString& folder, qint64 process, const QString& errors);
    void forget(const QString& folder);
    /// Looks for caches below `base` that a process writes to, and answers with found().
    void findAlive(const QString& base);

Q_SIGNALS:
    /// With news, and twice a second while the run is alive.
    void reported(const QString& folder, const sastrugi::studio::RunReport& report,
                  const sastrugi::studio::RunNews& news);
    void found(const QString& base, const QStringList& folders);

private:
    class Reader;
    QThread m_thread;
    Reader* m_reader;
};

} // namespace sastrugi::studio
