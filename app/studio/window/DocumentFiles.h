// New, open, save and all that goes with them: questions, failures, recent files. Each says whether it was done.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/document/RecentFiles.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QLockFile>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace sastrugi::studio
{

class DocumentFiles : public QObject
{
    Q_OBJECT

public:
    /// Dialogs stand before `window`.
    DocumentFiles(Document& document, Evaluation& evaluation, QWidget& window);

    RecentFiles& recent() { return m_recent; }

    bool startNew();
    bool openByDialog(bool isEvaluated = true);
    /// A scene that crashes or stalls its evaluation is opened without it.
    bool open(const QString& file, bool isEvaluated = true);
    bool save();
    bool saveAs();
    /// Under the name of the next version, in the same folder.
    bool saveIncrement();
    /// Asks whether to save changes, and does it. False when the document has to stay.
    bool mayLeave();

Q_SIGNALS:
    /// For the log.
    void said(const sastrugi::LogMessage& message);
    /// Whoever has something to add to the file does it now.
    void aboutToSave();
    /// The user gave up the unsaved changes.
    void discarded();

private:
    bool load(const QString& file, bool isEvaluated = true);
    void markOpen();
    bool saveTo(const std::filesystem::path& file);
    void tellWhatIsUnknown();
    QString folder() const;
    void say(LogLevel level, const QString& text);

    Document& m_document;
    Evaluation& m_evaluation;
    QWidget& m_window;
    RecentFiles m_recent;
    std::filesystem::path m_marked;
    std::unique_ptr<QLockFile> m_mark; // says to other windows that the file is open here
    QTimer m_markAgain;                // where another window has it, which may be at its end
};

} // namespace sastrugi::studio
