#include "app/studio/commands/PopupKeys.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace sastrugi::studio
{

PopupKeys::PopupKeys(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool PopupKeys::eventFilter(QObject* watched, QEvent* event)
{
    // The field with the focus, behind the popup, is asked before commands get the key: it answers that it wants it.
    // Then Qt gives it to the popup.
    const QWidget* popup = QApplication::activePopupWidget();
    if (event->type() != QEvent::ShortcutOverride || !popup || !watched->isWidgetType() ||
        static_cast<QWidget*>(watched)->window() == popup)
        return false;
    event->accept();
    return true;
}

} // namespace sastrugi::studio
