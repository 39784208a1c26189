#include "app/studio/properties/TextEditor.h"

#include <QPlainTextEdit>

namespace sastrugi::studio
{

TextEditor::TextEditor(QWidget* parent) : TypingEditor(parent), m_field(new QPlainTextEdit(this))
{
    setField(*m_field);
    m_field->setTabChangesFocus(true);
    m_field->setFixedHeight(4 * fontMetrics().lineSpacing());
    connect(m_field, &QPlainTextEdit::textChanged, this, [this] {
        if (isTyping())
            Q_EMIT edited(Text{m_field->toPlainText().toStdString()});
    });
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
