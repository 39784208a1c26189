#include "app/studio/properties/ParameterRow.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/toQString.h"
#include "app/studio/properties/SentenceLabel.h"
#include "app/studio/properties/shownUnit.h"
#include "app/studio/properties/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace sastrugi::studio
{

namespace
{

bool hasRange(const ParameterInfo& info)
{
    return info.type == ParameterType::Number || info.type == ParameterType::Integer ||
           info.type == ParameterType::Vector;
}

QString defaultText(const ParameterEntry& entry)
{
    if (const auto* number = std::get_if<double>(&entry.defaultValue))
        return *number == 0 && !entry.info.zeroMeaning.empty() ? toQString(entry.info.zeroMeaning)
                                                               : shownQuantity(*number, entry.info.unit);
    return QString::fromStdString(formatParameter(entry.info, entry.defaultValue));
}

QString tipOf(const ParameterEntry& entry)
{
    QString tip = QString("<p>%1</p><table>").arg(toQString(entry.info.doc).toHtmlEscaped());
    const auto row = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            tip += QString("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value.toHtmlEscaped());
    };
    row(QObject::tr("default"), defaultText(entry));
    if (hasRange(entry.info))
        row(QObject::tr("range"), rangeText(entry.info.minimum, entry.info.maximum, entry.info.unit));
    row(QObject::tr("key"), toQString(entry.info.key));
    return tip + "</table>";
}

} // namespace

ParameterRow::ParameterRow(const ParameterEntry& entry, const FolderSource& folder, QWidget* parent)
    : QWidget(parent), m_entry(entry), m_label(new QLabel(labelOf(entry.info.key), this)),
      m_editor(makeEditor(entry.info, folder, this)), m_reset(new QToolButton(this))
{
    setObjectName(toQString(entry.info.key));
    m_label->setBuddy(m_editor);
    setToolTip(tipOf(entry));
    m_editor->setAccessibleName(m_label->text());
    m_reset->setIcon(icon("reset"));
    m_reset->setAutoRaise(true);
    m_reset->setObjectName("reset");
    m_reset->setToolTip(tr("Back to %1").arg(defaultText(entry).toHtmlEscaped()));
    QSizePolicy keepsPlace = m_reset->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsPlace);
    QSizePolicy keepsHeight(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSizePolicy(keepsHeight);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(6);
    layout->setVerticalSpacing(1);
    layout->addWidget(m_label, 0, 0);
    layout->addWidget(m_editor, 0, 1);
    layout->addWidget(m_reset, 0, 2);
    layout->setColumnStretch(1, 1);
    connect(m_reset, &QToolButton::clicked, this, &ParameterRow::resetWanted);
    connect(m_editor, &ValueEditor::refused, this, &ParameterRow::showRefusal);
    connect(qApp, &QApplication::focusChanged, this, &ParameterRow::showBubble);
}

// Its fields lose the focus while it goes: that is not its business any more.
ParameterRow::~ParameterRow() { disconnect(qApp, nullptr, this, nullptr); }

void ParameterRow::abandon()
{
    m_editor->abandon();
    showRefusal({});
}

void ParameterRow::showRefusal(const QString& refusal)
{
    m_refusal = refusal;
    showBubble();
}

bool ParameterRow::isProblemShown() const { return m_bubble && m_bubble->isVisible(); }

void ParameterRow::showBubble()
{
    const QString& sentence = problem();
    const QWidget* focus = QApplication::focusWidget();
    const bool isWanted = !sentence.isEmpty() && isVisible() && (underMouse() || (focus && isAncestorOf(focus)));
    if (!isWanted && !m_bubble)
        return;
    if (!m_bubble) {
        m_bubble = new SentenceBubble(parentWidget());
        m_bubble->setObjectName("problem");
    }
    m_bubble->setText(sentence);
    m_bubble->setVisible(isWanted);
    if (isWanted)
        m_bubble->showBeside(QRect(mapToParent(m_editor->pos()), QSize(width() - m_editor->x(), m_editor->height())));
}

bool ParameterRow::event(QEvent* event)
{
    const bool isTaken = QWidget::event(event);
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Move:
    case QEvent::Resize: showBubble(); break;
    default: break;
    }
    return isTaken;
}

void ParameterRow::show(const RowValue& value)
{
    m_editor->setValue(value.value, value.isMixed);
    m_isChanged = value.isChanged || !value.problem.isEmpty();
    m_reset->setVisible(m_isChanged);
    QFont font = m_label->font();
    font.setBold(value.isChanged);
    m_label->setFont(font);
    showProblem(value.problem);
}

void ParameterRow::showProblem(const QString& problem)
{
    m_problem = problem;
    for (QLineEdit* field : m_editor->findChildren<QLineEdit*>())
        if (m_refusal.isEmpty())
            markRefused(*field, !problem.isEmpty());
    showBubble();
}

void ParameterRow::setLabelWidth(int width) { m_label->setMinimumWidth(width); }

int ParameterRow::labelWidth() const
{
    QFont bold = m_label->font();
    bold.setBold(true);
    return QFontMetrics(bold).horizontalAdvance(m_label->text()) + 4;
}

void ParameterRow::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Reset to Default"), this, &ParameterRow::resetWanted)->setEnabled(m_isChanged);
    menu.addAction(tr("Copy Name for --set"), this,
                   [this] { QApplication::clipboard()->setText(toQString(m_entry.info.key)); });
    menu.exec(event->globalPos());
}

void ParameterRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_reset->setIcon(icon("reset"));
}

} // namespace sastrugi::studio
