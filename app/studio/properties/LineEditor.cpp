#include "app/studio/properties/LineEditor.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/toQString.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>

namespace sastrugi::studio
{

LineEditor::LineEditor(QWidget* parent)
    : TypingEditor(parent), m_field(new QLineEdit(this)),
      m_choose(m_field->addAction(icon("chevron-down"), QLineEdit::TrailingPosition))
{
    m_choose->setObjectName("choose");
    m_choose->setToolTip(tr("What there is in the file"));
    m_choose->setVisible(false);
    connect(m_choose, &QAction::triggered, this, &LineEditor::showOffers);
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

void LineEditor::setOffers(const std::vector<std::string>& texts)
{
    m_offers = texts;
    m_choose->setVisible(!texts.empty());
}

void LineEditor::showOffers()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const std::string& text : m_offers)
        // An ampersand of a name is no shortcut.
        menu->addAction(toQString(text).replace('&', "&&"), this, [this, text] { Q_EMIT edited(Text{text}); });
    menu->popup(m_field->mapToGlobal(QPoint(0, m_field->height())));
}

} // namespace sastrugi::studio
