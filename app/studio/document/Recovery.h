// Keeps a copy of the unsaved document for the case that the program or the machine dies.
//
// A few seconds after a change the scene is written to the recovery folder, never over the user's file, on a thread of
// its own. A copy goes only when its document was saved; what is discarded is set aside.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/document/RecoveryFolder.h"

#include "engine/core/File.h"

#include <QTimer>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace sastrugi::studio
{

class Recovery : public QObject
{
    Q_OBJECT

public:
    /// After the last change, and at most after the first one that is not written.
    static constexpr int delay = 3'000, longestDelay = 15'000; // milliseconds

    Recovery(Document& document, const std::filesystem::path& folder = RecoveryFolder::standard(),
             std::shared_ptr<FileLayer> files = std::make_shared<FileLayer>(), QObject* parent = nullptr);
    /// Writes what is waiting.
    ~Recovery() override;

    const RecoveryFolder& folder() const { return m_folder; }

    /// Names the document for as long as it is not saved, also after it was recovered from its copy.
    QString documentId();

    /// Writes what is not written yet, and waits for it.
    void writeNow();
    /// The user gave the changes up: their copy is kept, but not offered at the next start.
    void setAside();
    /// Shows the copy as the document, unsaved; from now on it is this document's copy. Throws Error(Scene).
    void recover(const RecoveryCopy& copy);
    /// Not offered at the next start any more.
    void keepForLater(const RecoveryCopy& copy);

Q_SIGNALS:
    /// A copy was written.
    void written();
    /// As a sentence; told once until it succeeds again.
    void failed(const QString& sentence);

private:
    struct Task {
        RecoveryCopy copy;
        SceneDocument scene;
    };

    void changed();
    void forget();
    void startSession();
    void post();
    void work(std::stop_token stop);
    void perform(const Task& task);
    void report(const QString& sentence);

    Document& m_document;
    RecoveryFolder m_folder;
    std::shared_ptr<FileLayer> m_files;
    QTimer m_afterLast, m_afterFirst;
    RecoveryCopy m_copy;         // of the open document; without id while it has none
    bool m_isRecovering = false; // the document that is shown now belongs to m_copy already
    bool m_hasFailed = false;

    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_wake, m_idle;
    std::unique_ptr<Task> m_task;
    bool m_isWriting = false;
    std::jthread m_thread; // last: it is joined before the rest goes
};

} // namespace sastrugi::studio
