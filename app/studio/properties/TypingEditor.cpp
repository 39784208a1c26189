#include "app/studio/properties/TypingEditor.h"

#include <QEvent>
#include <QHBoxLayout>

#include <utility>

namespace sastrugi::studio
{

void TypingEditor::setField(QWidget& field)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(&field);
    setFocusProxy(&field);
    field.installEventFilter(this);
}

bool TypingEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn && !std::exchange(m_isTyping, true))
        Q_EMIT gestureBegun();
    if (event->type() == QEvent::FocusOut && std::exchange(m_isTyping, false))
        Q_EMIT gestureEnded(false);
    return ValueEditor::eventFilter(watched, event);
}

} // namespace sastrugi::studio
