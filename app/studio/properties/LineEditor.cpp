#include "app/studio/properties/LineEditor.h"

#include <QLineEdit>

namespace sastrugi::studio
{

LineEditor::LineEditor(QWidget* parent) : TypingEditor(parent), m_field(new QLineEdit(this))
{
    setField(*m_field);
    connect(m_field, &QLineEdit::textEdited, this,
            [this](const QString& text) { Q_EMIT edited(Text{text.toStdString()}); });
}

void LineEditor::setValue(const ParameterValue& value, bool isMixed)
{
    const QString text = isMixed ? QString() : QString::fromStdString(std::get<Text>(value).text);
    m_field->setPlaceholderText(isMixed ? tr("mixed") : QString());
    if (m_field->text() != text)
        m_field->setText(text);
}

} // namespace sastrugi::studio
