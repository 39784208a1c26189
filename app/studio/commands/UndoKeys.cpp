#include "app/studio/commands/UndoKeys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace sastrugi::studio
{

namespace
{

/// Whether it would do something itself; nothing where it is no field.
bool hasOwn(QObject* watched, bool isUndo)
{
    if (const auto* field = qobject_cast<QLineEdit*>(watched))
        return isUndo ? field->isUndoAvailable() : field->isRedoAvailable();
    if (const auto* field = qobject_cast<QPlainTextEdit*>(watched))
        return isUndo ? field->document()->isUndoAvailable() : field->document()->isRedoAvailable();
    return true;
}

} // namespace

UndoKeys::UndoKeys(QWidget& window) : QObject(&window), m_window(window) { qApp->installEventFilter(this); }

bool UndoKeys::eventFilter(QObject* watched, QEvent* event)
{
    // With this event a field says that it wants a key before commands get it.
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType() ||
        static_cast<QWidget*>(watched)->window() != &m_window)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isUndo = key.matches(QKeySequence::Undo), isRedo = key.matches(QKeySequence::Redo);
    if ((!isUndo && !isRedo) || hasOwn(watched, isUndo))
        return false;
    event->ignore();
    return true;
}

} // namespace sastrugi::studio
