#include "app/studio/properties/TextEditor.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>

namespace sastrugi::studio
{

TextEditor::TextEditor(QWidget* parent) : ValueEditor(parent), m_field(new QPlainTextEdit(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    m_field->setTabChangesFocus(true);
    m_field->setFixedHeight(4 * fontMetrics().lineSpacing());
    m_field->installEventFilter(this);
    connect(m_field, &QPlainTextEdit::textChanged, this, [this] {
        if (m_isTyping)
            Q_EMIT edited(Text{m_field->toPlainText().toStdString()});
    });
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event)
{
    // What is typed while the field has the focus is one step.
    if (event->type() == QEvent::FocusIn && !std::exchange(m_isTyping, true))
        Q_EMIT gestureBegun();
    if (event->type() == QEvent::FocusOut && std::exchange(m_isTyping, false))
        Q_EMIT gestureEnded(false);
    return ValueEditor::eventFilter(watched, event);
}

void TextEditor::setValue(const ParameterValue& value, bool isMixed)
{
    const QString text = isMixed ? QString() : QString::fromStdString(std::get<Text>(value).text);
    m_field->setPlaceholderText(isMixed ? tr("mixed") : QString());
    if (text == m_field->toPlainText())
        return;
    const QSignalBlocker blocker(m_field);
    m_field->setPlainText(text);
}

} // namespace sastrugi::studio
