// The dialog that lists all commands with their keys, and changes them.
#pragma once

#include "app/studio/commands/Shortcuts.h"

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace sastrugi::studio
{

class ShortcutEditor : public QDialog
{
    Q_OBJECT

public:
    ShortcutEditor(Commands& commands, Shortcuts& shortcuts, QWidget* parent = nullptr);

private:
    QTreeWidget* makeList();
    QVBoxLayout* makeEditor();
    void fill();
    void showKeys(QTreeWidgetItem& item, const QString& id);
    void showChosen();
    void filter(const QString& typed);
    QString chosen() const;
    void assign(bool isAdded);
    void resetAll();
    bool settleConflicts(const QKeySequence& keys);
    QString namesOf(const QStringList& ids) const;

    Commands& m_commands;
    Shortcuts& m_shortcuts;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_keys;
    QLabel* m_message;
    QPushButton *m_assign, *m_add, *m_remove, *m_reset;
};

} // namespace sastrugi::studio
