// The few questions and bad news that interrupt the user.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace sastrugi::studio
{

/// A sentence that says what went wrong, and with which file.
void tellFailure(QWidget* parent, const QString& title, const QString& sentence);

enum class ChangesAnswer { Save, Discard, Cancel };
ChangesAnswer askAboutChanges(QWidget* parent, const QString& title);

enum class DiskAnswer { Overwrite, Reload, SaveAs, Cancel };
/// The file is not what was opened any more.
DiskAnswer askAboutDisk(QWidget* parent, const QString& file);

/// What is unknown in a file of a newer version.
void tellNewer(QWidget* parent, const QString& file, int version, const QStringList& problems);

/// Something is too small for a simulation. Does not wait: `answer` is called when the user has decided.
void askWhetherToSimulate(QWidget* parent, const QString& doubts, const std::function<void(bool)>& answer);

/// Empty when the user cancelled.
QString askForSceneToOpen(QWidget* parent, const QString& folder);
QString askWhereToSave(QWidget* parent, const QString& proposal);

} // namespace sastrugi::studio
