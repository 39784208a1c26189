// Offers what a session that died has left.
#pragma once

#include "app/studio/document/RecoveryFolder.h"

#include <QDialog>

class QListWidget;

namespace sastrugi::studio
{

/// "snowball-drop, 28 Nov 14:05"
QString describe(const RecoveryCopy& copy);

class RecoveryDialog : public QDialog
{
    Q_OBJECT

public:
    /// `copies` is not empty.
    RecoveryDialog(const std::vector<RecoveryCopy>& copies, QWidget* parent = nullptr);

    /// The one to recover, when the dialog was accepted.
    const RecoveryCopy& chosen() const;

private:
    std::vector<RecoveryCopy> m_copies;
    QListWidget* m_list;
};

} // namespace sastrugi::studio
