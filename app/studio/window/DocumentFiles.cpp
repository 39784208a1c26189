#include "app/studio/window/DocumentFiles.h"

#include "app/studio/document/RecoveryFolder.h"
#include "app/studio/document/incrementedName.h"
#include "app/studio/window/questions.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

namespace sastrugi::studio
{

DocumentFiles::DocumentFiles(Document& document, Evaluation& evaluation, QWidget& window)
    : QObject(&window), m_document(document), m_evaluation(evaluation), m_window(window)
{
    connect(&document, &Document::fileStateChanged, this, &DocumentFiles::markOpen);
    m_markAgain.setInterval(2000);
    connect(&m_markAgain, &QTimer::timeout, this, [this] {
        if (!m_mark || m_mark->isLocked() || m_mark->tryLock())
            m_markAgain.stop();
    });
}

bool DocumentFiles::startNew()
{
    if (!mayLeave())
        return false;
    m_document.startNew();
    return true;
}

bool DocumentFiles::openByDialog(bool isEvaluated)
{
    const QString file = askForSceneToOpen(&m_window, folder());
    return !file.isEmpty() && open(file, isEvaluated);
}

bool DocumentFiles::open(const QString& file, bool isEvaluated)
{
    return mayLeave() && load(QFileInfo(file).absoluteFilePath(), isEvaluated);
}

bool DocumentFiles::load(const QString& file, bool isEvaluated)
{
    const bool wasAutomatic = m_evaluation.isAutomatic();
    if (!isEvaluated)
        m_evaluation.setAutomatic(false);
    try {
        m_document.open(toPath(file));
    } catch (const std::exception& error) {
        m_evaluation.setAutomatic(wasAutomatic);
        say(LogLevel::Error, QString::fromUtf8(error.what()));
        tellFailure(&m_window, tr("Open Scene"), QString::fromUtf8(error.what()));
        return false;
    }
    m_recent.add(file);
    say(LogLevel::Info, tr("Opened %1.").arg(file));
    if (m_document.scene().isNewer())
        tellWhatIsUnknown();
    return true;
}

void DocumentFiles::tellWhatIsUnknown()
{
    QStringList problems;
    for (const Problem& problem : findProblems(m_document.scene()))
        problems.append(QString::fromStdString(problem.text));
    tellNewer(&m_window, toText(m_document.scene().file), m_document.scene().version, problems);
}

bool DocumentFiles::save()
{
    if (m_document.scene().file.empty() || m_document.scene().isNewer())
        return saveAs();
    if (!m_document.isChangedOnDisk())
        return saveTo(m_document.scene().file);
    switch (askAboutDisk(&m_window, toText(m_document.scene().file))) {
    case DiskAnswer::Overwrite: return saveTo(m_document.scene().file);
    case DiskAnswer::SaveAs: return saveAs();
    case DiskAnswer::Reload:
        Q_EMIT discarded();
        load(toText(m_document.scene().file));
        return false; // what was to be saved is not
    case DiskAnswer::Cancel: break;
    }
    return false;
}

bool DocumentFiles::saveAs()
{
    const std::filesystem::path& file = m_document.scene().file;
    QString proposal = file.empty() ? folder() + "/" + m_document.title() + ".sastrugi" : toText(file);
    if (m_document.scene().isNewer())
        proposal = toText(incrementedName(file));
    const QString chosen = askWhereToSave(&m_window, proposal);
    return !chosen.isEmpty() && saveTo(toPath(chosen));
}

bool DocumentFiles::saveIncrement()
{
    if (m_document.scene().file.empty())
        return saveAs();
    return saveTo(incrementedName(m_document.scene().file));
}

bool DocumentFiles::saveTo(const std::filesystem::path& file)
{
    Q_EMIT aboutToSave();
    try {
        m_document.save(file);
    } catch (const std::exception& error) {
        say(LogLevel::Error, QString::fromUtf8(error.what()));
        tellFailure(&m_window, tr("Save Scene"), QString::fromUtf8(error.what()));
        return false;
    }
    m_recent.add(toText(m_document.scene().file));
    say(LogLevel::Info, tr("Saved %1.").arg(toText(m_document.scene().file)));
    return true;
}

void DocumentFiles::markOpen()
{
    const std::filesystem::path& file = m_document.scene().file;
    if (file == m_marked)
        return;
    m_marked = file;
    m_mark.reset();
    m_markAgain.stop();
    if (file.empty())
        return;
    const std::filesystem::path folder = RecoveryFolder::standard() / "open";
    std::error_code ignored; // without a mark nothing is lost but the hint
    std::filesystem::create_directories(folder, ignored);
    const QByteArray name = QCryptographicHash::hash(toText(file).toUtf8(), QCryptographicHash::Sha1).toHex();
    m_mark = std::make_unique<QLockFile>(toText(folder) + "/" + QString::fromLatin1(name) + ".lock");
    m_mark->setStaleLockTime(0); // it is stale when its process is gone, not by its age
    if (m_mark->tryLock() || m_mark->error() != QLockFile::LockFailedError)
        return;
    m_markAgain.start();
    say(LogLevel::Warning, tr("%1 is open in another window, too.").arg(toText(file)));
}

bool DocumentFiles::mayLeave()
{
    if (!m_document.isModified())
        return true;
    switch (askAboutChanges(&m_window, m_document.title())) {
    case ChangesAnswer::Save: return save();
    case ChangesAnswer::Discard: Q_EMIT discarded(); return true;
    case ChangesAnswer::Cancel: return false;
    }
    return false;
}

QString DocumentFiles::folder() const
{
    if (!m_document.scene().file.empty())
        return toText(m_document.directory());
    const QString last = m_recent.files().value(0);
    return last.isEmpty() ? QDir::homePath() : QFileInfo(last).absolutePath();
}

void DocumentFiles::say(LogLevel level, const QString& text) { Q_EMIT said({level, "", "", text.toStdString()}); }

} // namespace sastrugi::studio
