#include "app/studio/commands/Commands.h"

#include "app/studio/looks/Icons.h"

#include <QWidget>

namespace sastrugi::studio
{

QAction* Commands::add(QWidget* scope, const CommandDefinition& definition, const std::function<void()>& run)
{
    auto* action = new QAction(definition.text, scope);
    action->setObjectName(definition.id);
    action->setShortcuts(definition.shortcuts);
    action->setShortcutContext(scope->isWindow() ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
    action->setToolTip(definition.tip.isEmpty() ? definition.text : definition.tip);
    if (!definition.icon.isEmpty())
        action->setIcon(icon(definition.icon));
    if (run)
        connect(action, &QAction::triggered, scope, [run] { run(); });
    scope->addAction(action);
    m_actions.insert(definition.id, action);
    m_definitions.insert(definition.id, definition);
    if (!m_ids.contains(definition.id))
        m_ids.append(definition.id);
    connect(action, &QObject::destroyed, this, [this, action, id = definition.id] {
        if (m_actions.value(id) == action)
            m_actions.remove(id);
    });
    Q_EMIT added(definition.id);
    return action;
}

} // namespace sastrugi::studio
