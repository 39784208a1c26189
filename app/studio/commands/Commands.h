// All that can be done by a key, a menu or the palette: each command is declared once, by the panel that does it.
//
// Menus, the list and editor of shortcuts and the command palette show what stands here.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

namespace sastrugi::studio
{

struct CommandDefinition {
    QString id;       // stable: "graph.addNode"
    QString text;     // as menus show it: "Add Node..."
    QString category; // "Graph"
    QList<QKeySequence> shortcuts = {};
    QString tip = {};  // a sentence
    QString icon = {}; // name of an icon in resources/icons
};

class Commands : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// `scope` is where the keys work: a panel (with what is in it) or a window. The action belongs to it. An id that
    /// is there already is replaced.
    QAction* add(QWidget* scope, const CommandDefinition& definition, const std::function<void()>& run);
    /// Null when there is none.
    QAction* action(const QString& id) const { return m_actions.value(id); }
    const CommandDefinition& definition(const QString& id) const { return *m_definitions.constFind(id); }
    /// In the order in which they were added.
    const QList<QString>& ids() const { return m_ids; }

Q_SIGNALS:
    void added(const QString& id);

private:
    QHash<QString, QAction*> m_actions;
    QHash<QString, CommandDefinition> m_definitions;
    QList<QString> m_ids;
};

} // namespace sastrugi::studio
