// All commands by typing a part of their name: the keyboard's way to everything.
#pragma once

#include "app/studio/commands/Commands.h"

#include <QFrame>

class QLineEdit;
class QTreeWidget;

namespace sastrugi::studio
{

class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(Commands& commands, QWidget* parent);

    /// Before the middle of the window; commands that were used last stand first.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& typed);
    void runChosen();

    Commands& m_commands;
    QLineEdit* m_typed;
    QTreeWidget* m_list;
    QStringList m_lastUsed; // ids, newest first
};

} // namespace sastrugi::studio
