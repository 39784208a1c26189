#include "app/studio/window/questions.h"

#include "nodes/document/SceneDocument.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace sastrugi::studio
{

namespace
{

QString sceneFilter() { return QObject::tr("Sastrugi scenes (*.sastrugi);;All files (*)"); }

QString capitalised(QString sentence)
{
    if (!sentence.isEmpty())
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

/// Lets long names of files be broken, so that the box stays on the screen.
QString breakable(const QString& text)
{
    constexpr int longest = 60;
    const QChar breakHere(0x200b);
    QString broken;
    int length = 0; // since the last place for a break
    for (const QChar c : text) {
        if (c.isSpace())
            length = 0;
        else if (++length > longest) {
            broken += breakHere;
            length = 1;
        }
        broken += c;
        if (c == '/')
            broken += breakHere, length = 0;
    }
    return broken;
}

void tell(QWidget* parent, QMessageBox::Icon symbol, const QString& title, const QString& text, const QString& details)
{
    QMessageBox box(symbol, title, breakable(capitalised(text)), QMessageBox::Ok, parent);
    box.setTextFormat(Qt::PlainText); // names may hold what looks like HTML
    if (!details.isEmpty())
        box.setInformativeText(breakable(details));
    box.exec();
}

} // namespace

void tellFailure(QWidget* parent, const QString& title, const QString& sentence)
{
    tell(parent, QMessageBox::Critical, title, sentence, {});
}

ChangesAnswer askAboutChanges(QWidget* parent, const QString& title)
{
    QMessageBox box(QMessageBox::Question, QObject::tr("Unsaved Changes"),
                    breakable(QObject::tr("'%1' has changes that are not saved.").arg(title)),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(QObject::tr("What you discard stays in File > Recover for a while."));
    box.setDefaultButton(QMessageBox::Save);
    box.setEscapeButton(QMessageBox::Cancel);
    switch (box.exec()) {
    case QMessageBox::Save: return ChangesAnswer::Save;
    case QMessageBox::Discard: return ChangesAnswer::Discard;
    default: return ChangesAnswer::Cancel;
    }
}

DiskAnswer askAboutDisk(QWidget* parent, const QString& file)
{
    QMessageBox box(
        QMessageBox::Warning, QObject::tr("Changed on Disk"),
        breakable(QObject::tr("'%1' was changed by another program or window since it was opened here.").arg(file)),
        QMessageBox::NoButton, parent);
    box.setTextFormat(Qt::PlainText);
    box.setObjectName("diskQuestion");
    box.setInformativeText(QObject::tr("Overwriting keeps what is there now as a backup beside it; reloading discards "
                                       "the changes made here, which stay in File > Recover for a while."));
    const QPushButton* overwrite = box.addButton(QObject::tr("Overwrite"), QMessageBox::DestructiveRole);
    const QPushButton* reload = box.addButton(QObject::tr("Reload"), QMessageBox::ActionRole);
    QPushButton* elsewhere = box.addButton(QObject::tr("Save As..."), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(elsewhere);
    box.exec();
    return box.clickedButton() == overwrite   ? DiskAnswer::Overwrite
           : box.clickedButton() == reload    ? DiskAnswer::Reload
           : box.clickedButton() == elsewhere ? DiskAnswer::SaveAs
                                              : DiskAnswer::Cancel;
}

void tellNewer(QWidget* parent, const QString& file, int version, const QStringList& problems)
{
    constexpr int mostShown = 20;
    QString text = QObject::tr("'%1' was written by a newer Sastrugi (format %2, this one knows %3). It can be looked "
                               "at and edited, and saved under a new name.")
                       .arg(file)
                       .arg(version)
                       .arg(SceneDocument::currentVersion);
    QString unknown = problems.isEmpty() ? QObject::tr("All that is in it is known.")
                                         : QObject::tr("Unknown here, and kept as it is:\n") +
                                               QStringList(problems.mid(0, mostShown)).join('\n');
    if (problems.size() > mostShown)
        unknown += QObject::tr("\nand %1 more").arg(problems.size() - mostShown);
    tell(parent, QMessageBox::Information, QObject::tr("Newer Scene"), text, unknown);
}

void askWhetherToSimulate(QWidget* parent, const QString& doubts, const std::function<void(bool)>& answer)
{
    auto* box =
        new QMessageBox(QMessageBox::Warning, QObject::tr("Simulate"),
                        QObject::tr("There may be too little room for this simulation."), QMessageBox::Cancel, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(doubts);
    QPushButton* start = box->addButton(QObject::tr("Simulate Anyway"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(box, &QMessageBox::finished, parent,
                     [box, start, answer] { answer(box->clickedButton() == start); });
    box->open();
}

QString askForSceneToOpen(QWidget* parent, const QString& folder)
{
    return QFileDialog::getOpenFileName(parent, QObject::tr("Open Scene"), folder, sceneFilter());
}

QString askWhereToSave(QWidget* parent, const QString& proposal)
{
    // Not the static function: the ending has to be there before it asks whether to overwrite.
    QFileDialog dialog(parent, QObject::tr("Save Scene As"), proposal, sceneFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix("sastrugi");
    dialog.selectFile(proposal);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace sastrugi::studio
