// Which runs belong to the open document: those of its caches, whoever started them.
#include "app/studio/document/Document.h"
#include "app/studio/jobs/RunTask.h"

#include <QStandardPaths>

#include <algorithm>

namespace sastrugi::studio
{

namespace fs = std::filesystem;

fs::path unsavedCaches()
{
    const QString named = qEnvironmentVariable("SASTRUGI_CACHE");
    return toPath(named.isEmpty()
                      ? QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/sastrugi/unsaved"
                      : named);
}

/// The first save of a document takes its frames with it, where no run writes to them.
void Runs::takeFramesAlong()
{
    const fs::path before = std::exchange(m_base, cacheBase());
    std::error_code error;
    if (before == m_base || before.parent_path() != unsavedCaches() || !fs::exists(before, error))
        return;
    const bool isInUse =
        std::ranges::any_of(m_tasks, [&](const auto& task) { return task->run.base == before && !task->run.isOver(); });
    if (!isInUse && !fs::exists(m_base, error))
        fs::rename(before, m_base, error);
    if (fs::exists(before, error))
        return Q_EMIT said(
            {LogLevel::Warning, "", "run",
             tr("What was simulated before the scene was saved stays in %1.").arg(toText(before)).toStdString()});
    for (const auto& task : m_tasks)
        if (task->run.base == before) {
            task->run.base = m_base;
            task->run.folder = m_base / task->run.folder.filename();
            tellChange(*task);
        }
}

void Runs::leaveDocument()
{
    m_base = cacheBase();
    for (const auto& task : m_tasks)
        task->run.isOfDocument = false;
    m_follower.findAlive(toText(cacheBase()));
    for (const auto& task : m_tasks) {
        task->run.isOfDocument = task->run.base == cacheBase();
        tellChange(*task);
    }
}

void Runs::attach(const QString& base, const QStringList& folders)
{
    if (toPath(base) != cacheBase())
        return; // yet another document was opened meanwhile
    for (const QString& folder : folders) {
        const auto known =
            std::ranges::find_if(m_tasks, [&](const auto& task) { return toText(task->run.folder) == folder; });
        if (known != m_tasks.end()) {
            if (!(*known)->run.isOver() || (*known)->isJustOver())
                continue;
            clear((*known)->run.id); // another one writes there now
        }
        Task& task = add({}); // the record says of which node it is
        task.run.folder = toPath(folder);
        setState(task, RunState::Starting);
        m_follower.follow(folder);
    }
}

} // namespace sastrugi::studio
