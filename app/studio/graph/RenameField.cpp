#include "app/studio/graph/RenameField.h"

#include <QKeyEvent>

namespace sastrugi::studio
{

RenameField::RenameField(const QString& name, QWidget* parent) : QLineEdit(name, parent), m_before(name)
{
    setObjectName("renameField");
}

void RenameField::begin()
{
    show();
    selectAll();
    setFocus(Qt::OtherFocusReason);
}

bool RenameField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // letters are for the name, not for the graph's commands
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void RenameField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        close(true);
    else if (event->key() == Qt::Key_Escape)
        close(false);
    else
        QLineEdit::keyPressEvent(event);
}

void RenameField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        close(true);
}

void RenameField::close(bool accepts)
{
    if (std::exchange(m_isClosed, true))
        return;
    const QString name = text().trimmed();
    if (accepts && !name.isEmpty() && name != m_before)
        Q_EMIT accepted(name);
    if (parentWidget() && parentWidget()->parentWidget())
        parentWidget()->parentWidget()->setFocus();
    hide();
    deleteLater();
}

} // namespace sastrugi::studio
