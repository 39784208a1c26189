#include "app/studio/commands/Shortcuts.h"

#include "app/studio/settings/Settings.h"

#include <QWidget>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

QString settingOf(const QString& id) { return "keys/" + id; }

/// Whether there is a place where keys reach both.
bool doScopesMeet(const QAction& one, const QAction& other)
{
    const auto* a = qobject_cast<QWidget*>(one.parent());
    const auto* b = qobject_cast<QWidget*>(other.parent());
    return a && b && (a == b || a->isAncestorOf(b) || b->isAncestorOf(a));
}

} // namespace

Shortcuts::Shortcuts(Commands& commands, bool isRemembered, QObject* parent) : QObject(parent), m_commands(commands)
{
    if (!isRemembered)
        return;
    connect(&commands, &Commands::added, this, &Shortcuts::apply);
    for (const QString& id : commands.ids())
        apply(id);
}

void Shortcuts::apply(const QString& id)
{
    const QVariant stored = Settings().value(settingOf(id));
    if (!stored.isValid())
        return;
    QList<QKeySequence> keys;
    for (const QString& text : stored.toString().split(' ', Qt::SkipEmptyParts))
        keys.append(QKeySequence::fromString(text, QKeySequence::PortableText));
    m_commands.action(id)->setShortcuts(keys);
}

QList<QKeySequence> Shortcuts::keys(const QString& id) const
{
    const QAction* action = m_commands.action(id);
    return action ? action->shortcuts() : QList<QKeySequence>();
}

bool Shortcuts::isChanged(const QString& id) const { return keys(id) != m_commands.definition(id).shortcuts; }

void Shortcuts::set(const QString& id, const QList<QKeySequence>& keys)
{
    QAction* action = m_commands.action(id);
    if (!action)
        return;
    action->setShortcuts(keys);
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts.append(key.toString(QKeySequence::PortableText));
    if (isChanged(id))
        Settings().setValue(settingOf(id), texts.join(' '));
    else
        Settings().remove(settingOf(id));
    Q_EMIT changed(id);
}

void Shortcuts::reset(const QString& id) { set(id, m_commands.definition(id).shortcuts); }

void Shortcuts::resetAll()
{
    for (const QString& id : m_commands.ids())
        reset(id);
}

QStringList Shortcuts::conflicts(const QString& id, const QList<QKeySequence>& keys) const
{
    QStringList found;
    const QAction* action = m_commands.action(id);
    for (const QString& other : m_commands.ids()) {
        const QAction* candidate = m_commands.action(other);
        if (other == id || !action || !candidate || !doScopesMeet(*action, *candidate))
            continue;
        const QList<QKeySequence> used = candidate->shortcuts();
        if (std::any_of(keys.begin(), keys.end(), [&](const QKeySequence& key) { return used.contains(key); }))
            found.append(other);
    }
    return found;
}

} // namespace sastrugi::studio
