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

    /// Those that are left and those that the user does not want any more.
    const std::vector<RecoveryCopy>& kept() const { return m_copies; }
    const std::vector<RecoveryCopy>& discarded() const { return m_discarded; }

private:
    void discard();

    std::vector<RecoveryCopy> m_copies, m_discarded;
    QListWidget* m_list;
};

} // namespace sastrugi::studio
