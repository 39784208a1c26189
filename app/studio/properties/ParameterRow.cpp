#include "app/studio/properties/ParameterRow.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

QString toQString(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString rangeText(const ParameterInfo& info)
{
    if (info.type != ParameterType::Number && info.type != ParameterType::Integer && info.type != ParameterType::Vector)
        return {};
    const bool hasLeast = std::isfinite(info.minimum), hasMost = std::isfinite(info.maximum);
    const auto quantity = [&](double value) { return QString::fromStdString(formatQuantity(value, info.unit)); };
    return hasLeast && hasMost ? QObject::tr("%1 to %2").arg(QString::number(info.minimum), quantity(info.maximum))
           : hasLeast          ? QObject::tr("at least %1").arg(quantity(info.minimum))
           : hasMost           ? QObject::tr("at most %1").arg(quantity(info.maximum))
                               : QString();
}

QString tipOf(const ParameterEntry& entry)
{
    QString tip = QString("<p>%1</p><table>").arg(toQString(entry.info.doc).toHtmlEscaped());
    const auto row = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            tip += QString("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value.toHtmlEscaped());
    };
    row(QObject::tr("default"), QString::fromStdString(formatParameter(entry.info, entry.defaultValue)));
    row(QObject::tr("range"), rangeText(entry.info));
    row(QObject::tr("key"), toQString(entry.info.key));
    return tip + "</table>";
}

} // namespace

QString labelOf(std::string_view key)
{
    QString label;
    for (const QChar c : toQString(key))
        if (c.isUpper())
            label += QString(" ") + c.toLower();
        else
            label += label.isEmpty() ? c.toUpper() : c;
    return label;
}

ParameterRow::ParameterRow(const ParameterEntry& entry, const FolderSource& folder, QWidget* parent)
    : QWidget(parent), m_entry(entry), m_label(new QLabel(labelOf(entry.info.key), this)),
      m_editor(makeEditor(entry.info, folder, this)), m_reset(new QToolButton(this)), m_problem(new QLabel(this))
{
    setObjectName(toQString(entry.info.key));
    m_label->setBuddy(m_editor);
    setToolTip(tipOf(entry));
    m_editor->setAccessibleName(m_label->text());
    m_reset->setIcon(icon("reset"));
    m_reset->setAutoRaise(true);
    m_reset->setObjectName("reset");
    m_reset->setToolTip(
        tr("Back to %1").arg(QString::fromStdString(formatParameter(entry.info, entry.defaultValue)).toHtmlEscaped()));
    QSizePolicy keepsPlace = m_reset->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsPlace);
    m_problem->setWordWrap(true);
    m_problem->setObjectName("problem");
    m_problem->hide();
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(6);
    layout->setVerticalSpacing(1);
    layout->addWidget(m_label, 0, 0);
    layout->addWidget(m_editor, 0, 1);
    layout->addWidget(m_reset, 0, 2);
    layout->addWidget(m_problem, 1, 1, 1, 2);
    layout->setColumnStretch(1, 1);
    connect(m_reset, &QToolButton::clicked, this, &ParameterRow::resetWanted);
    connect(m_editor, &ValueEditor::refused, this, &ParameterRow::showProblem);
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
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, theme().error);
    m_problem->setPalette(palette);
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
