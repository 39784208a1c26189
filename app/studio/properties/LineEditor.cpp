#include "app/studio/properties/LineEditor.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>

namespace sastrugi::studio
{

LineEditor::LineEditor(QWidget* parent) : ValueEditor(parent), m_field(new QLineEdit(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textEdited, this,
            [this](const QString& text) { Q_EMIT edited(Text{text.toStdString()}); });
}

bool LineEditor::eventFilter(QObject* watched, QEvent* event)
{
    // What is typed while the field has the focus is one step.
    if (event->type() == QEvent::FocusIn && !std::exchange(m_isTyping, true))
        Q_EMIT gestureBegun();
    if (event->type() == QEvent::FocusOut && std::exchange(m_isTyping, false))
        Q_EMIT gestureEnded(false);
    return ValueEditor::eventFilter(watched, event);
}

void LineEditor::setValue(const ParameterValue& value, bool isMixed)
{
    const QString text = isMixed ? QString() : QString::fromStdString(std::get<Text>(value).text);
    m_field->setPlaceholderText(isMixed ? tr("mixed") : QString());
    if (m_field->text() != text)
        m_field->setText(text);
}

} // namespace sastrugi::studio
