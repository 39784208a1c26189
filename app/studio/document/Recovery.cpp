#include "app/studio/document/Recovery.h"

#include "engine/core/Error.h"

namespace sastrugi::studio
{

Recovery::Recovery(Document& document, const std::filesystem::path& folder, std::shared_ptr<FileLayer> files,
                   QObject* parent)
    : QObject(parent), m_document(document), m_folder(folder), m_files(std::move(files))
{
    m_afterLast.setSingleShot(true);
    m_afterLast.setInterval(delay);
    m_afterFirst.setSingleShot(true);
    m_afterFirst.setInterval(longestDelay);
    connect(&m_afterLast, &QTimer::timeout, this, &Recovery::post);
    connect(&m_afterFirst, &QTimer::timeout, this, &Recovery::post);
    connect(&document, &Document::graphChanged, this, &Recovery::changed);
    connect(&document, &Document::replaced, this, &Recovery::startSession);
    connect(&document, &Document::saved, this, &Recovery::forget);
    m_folder.prune();
    m_thread = std::jthread([this](std::stop_token stop) { work(stop); });
}

Recovery::~Recovery()
{
    if (m_document.isModified() || !m_copy.id.isEmpty())
        writeNow();
    m_thread.request_stop();
}

void Recovery::changed()
{
    m_afterLast.start();
    if (!m_afterFirst.isActive())
        m_afterFirst.start();
}

/// Only now the copy may go.
void Recovery::forget()
{
    m_afterLast.stop();
    m_afterFirst.stop();
    {
        std::unique_lock lock(m_mutex);
        m_task.reset();
        m_idle.wait(lock, [this] { return !m_isWriting; });
    }
    if (const QString id = std::exchange(m_copy, {}).id; !id.isEmpty())
        m_folder.remove(id);
}

void Recovery::startSession()
{
    m_afterLast.stop();
    m_afterFirst.stop();
    if (!m_isRecovering)
        m_copy = {};
}

QString Recovery::documentId()
{
    if (m_copy.id.isEmpty())
        m_copy.id = RecoveryFolder::newId();
    return m_copy.id;
}

void Recovery::post()
{
    m_afterLast.stop();
    m_afterFirst.stop();
    m_copy.id = documentId();
    m_copy.original = m_document.scene().file;
    m_copy.version = m_document.scene().version;
    m_copy.owner = ProcessIdentity::ofThis();
    m_copy.time = QDateTime::currentDateTime();
    const std::lock_guard lock(m_mutex);
    m_task = std::make_unique<Task>(Task{m_copy, m_document.scene()});
    m_wake.notify_one();
}

void Recovery::writeNow()
{
    if (m_afterLast.isActive())
        post();
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return !m_task && !m_isWriting; });
}

void Recovery::setAside()
{
    writeNow();
    if (m_copy.id.isEmpty())
        return;
    keepForLater(std::exchange(m_copy, {}));
}

void Recovery::keepForLater(const RecoveryCopy& copy)
{
    RecoveryCopy kept = copy;
    kept.isSetAside = true;
    try {
        m_folder.describe(kept, *m_files);
    } catch (const Error& error) {
        report(QString::fromUtf8(error.what()));
    }
}

void Recovery::recover(const RecoveryCopy& copy)
{
    SceneDocument scene = m_folder.read(copy, m_document.types());
    m_copy = copy;
    m_copy.owner = ProcessIdentity::ofThis();
    m_copy.isSetAside = false;
    m_isRecovering = true;
    m_document.showUnsaved(std::move(scene));
    m_isRecovering = false;
    try {
        m_folder.describe(m_copy, *m_files); // another window does not offer it meanwhile
    } catch (const Error& error) {
        report(QString::fromUtf8(error.what()));
    }
}

void Recovery::work(std::stop_token stop)
{
    while (true) {
        std::unique_ptr<Task> task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return m_task != nullptr; }))
                return;
            task = std::move(m_task);
            m_isWriting = true;
        }
        perform(*task);
        const std::lock_guard lock(m_mutex);
        m_isWriting = false;
        m_idle.notify_all();
    }
}

void Recovery::perform(const Task& task)
{
    QString sentence;
    try {
        m_folder.describe(task.copy, *m_files);
        m_folder.write(task.copy.id, task.scene, *m_files);
    } catch (const std::exception& error) {
        sentence = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(
        this, [this, sentence] { report(sentence); }, Qt::QueuedConnection);
}

void Recovery::report(const QString& sentence)
{
    const bool hadFailed = std::exchange(m_hasFailed, !sentence.isEmpty());
    if (sentence.isEmpty())
        Q_EMIT written();
    else if (!hadFailed)
        Q_EMIT failed(sentence);
}

} // namespace sastrugi::studio
