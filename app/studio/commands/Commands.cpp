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
    connect(action, &QAction::triggered, scope, [run] { run(); });
    scope->addAction(action);
    m_actions.insert(definition.id, action);
    m_definitions.insert(definition.id, definition);
    m_ids.append(definition.id);
    return action;
}

} // namespace sastrugi::studio
