#include "app/studio/properties/QuantityField.h"

#include "app/studio/looks/toQString.h"
#include "app/studio/properties/ValueEditor.h"
#include "app/studio/properties/typedQuantity.h"

#include "engine/core/Error.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

/// The place value of the digit left of `caret`: 0.01 for "2.50|". 0 when there is none.
double placeValue(const QString& text, int caret)
{
    if (caret <= 0 || caret > text.size() || !text[caret - 1].isDigit())
        return 0;
    qsizetype end = 0; // of the number
    while (end < text.size() && (text[end].isDigit() || text[end] == '.' || text[end] == '-'))
        ++end;
    if (caret > end)
        return 0;
    const qsizetype point = text.left(end).indexOf('.');
    const qsizetype place = point < 0 ? end - caret : caret - 1 < point ? point - caret : point - caret + 1;
    return std::pow(10.0, static_cast<double>(place));
}

} // namespace

QuantityField::QuantityField(Unit unit, double minimum, double maximum, bool isWhole, QWidget* parent)
    : QLineEdit(parent), m_unit(unit), m_minimum(minimum), m_maximum(maximum), m_isWhole(isWhole)
{
    setCursor(Qt::SizeHorCursor);
    setMinimumWidth(fontMetrics().averageCharWidth() * 9);
    setFocusPolicy(Qt::StrongFocus);
}

void QuantityField::setValue(double value, bool isMixed)
{
    const bool isOther = value != m_value || isMixed != m_isMixed;
    m_value = value;
    m_isMixed = isMixed;
    if (isOther && m_isRefused) // by an undo, or by another hand: what was typed is beside the point
        abandon();
    if (!m_isTyping)
        showValue();
    else if (isOther && !isModified()) {
        setText(fullText());
        selectAll();
    }
}

void QuantityField::abandon()
{
    m_isTyping = false;
    refuse({});
    showValue();
}

QString QuantityField::textOf(const QString& number) const
{
    const std::string_view unit = shown().symbol;
    return unit.empty() ? number : number + " " + toQString(unit);
}

void QuantityField::showValue()
{
    setPlaceholderText(m_isMixed ? tr("mixed") : QString());
    const QString number = m_isWhole ? QString::number(std::llround(m_value)) : shownNumber(m_value, shown());
    const bool isWord = m_value == 0 && !m_zeroText.isEmpty();
    setText(m_isMixed ? QString() : isWord ? m_zeroText : m_showsUnit ? textOf(number) : number);
    setCursorPosition(0);
}

QString QuantityField::fullText() const
{
    if (m_isMixed)
        return {};
    return textOf(m_isWhole ? QString::number(std::llround(m_value)) : exactNumber(m_value, shown()));
}

double QuantityField::allowed(double value) const
{
    value = std::clamp(value, m_minimum, m_maximum);
    return m_isWhole ? std::round(value) : value;
}

void QuantityField::mousePressEvent(QMouseEvent* event)
{
    // As long as nothing was typed, a drag still turns the value.
    const bool isEdited = m_isTyping && (isModified() || m_isRefused || selectedText() != text());
    if (event->button() != Qt::LeftButton || isEdited) {
        QLineEdit::mousePressEvent(event);
        return;
    }
    m_isPressed = true;
    m_pressedAt = m_lastAt = event->globalPosition().toPoint().x();
    setFocus(Qt::MouseFocusReason);
    event->accept();
}

void QuantityField::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isPressed) {
        QLineEdit::mouseMoveEvent(event);
        return;
    }
    const int x = event->globalPosition().toPoint().x();
    if (!m_isDragging && std::abs(x - m_pressedAt) >= QApplication::startDragDistance() / 2) {
        m_isDragging = true;
        m_isTyping = false;
        m_lastAt = m_pressedAt;
        m_dragScale = shown().scale; // the unit stays while it is dragged
        m_dragStart = m_value;
        m_dragged = m_value / m_dragScale;
        Q_EMIT dragBegun();
    }
    if (m_isDragging)
        dragTo(x, event->modifiers());
}

void QuantityField::dragTo(int x, Qt::KeyboardModifiers modifiers)
{
    // A hundredth of the value's size for a pixel: small values change finely, large ones fast.
    const bool isBounded = std::isfinite(m_minimum) && std::isfinite(m_maximum);
    const double start = std::abs(m_dragStart) / m_dragScale;
    const double size = start > 0 ? start : isBounded ? 0.1 * (m_maximum - m_minimum) / m_dragScale : 1;
    const double decade = std::pow(10.0, std::floor(std::log10(size)));
    double perPixel = m_isWhole ? std::max(0.1, 0.02 * decade) : 0.02 * decade;
    if (modifiers.testFlag(Qt::ShiftModifier))
        perPixel *= 0.1;
    m_dragged += perPixel * (x - m_lastAt);
    m_lastAt = x;
    const double step = modifiers.testFlag(Qt::ControlModifier) ? 0.5 * decade
                        : modifiers.testFlag(Qt::ShiftModifier) ? 0.001 * decade
                                                                : 0.01 * decade;
    m_value = allowed(step * std::round(m_dragged / step) * m_dragScale);
    m_isMixed = false;
    refuse({});
    showValue();
    Q_EMIT edited(m_value);
}

void QuantityField::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_isPressed) {
        QLineEdit::mouseReleaseEvent(event);
        return;
    }
    m_isPressed = false;
    if (std::exchange(m_isDragging, false)) {
        Q_EMIT dragEnded(false);
        return;
    }
    if (m_isTyping)
        placeCaret(event->position().toPoint());
    else
        beginTyping();
}

void QuantityField::beginTyping()
{
    m_isTyping = true;
    setText(fullText());
    selectAll();
}

void QuantityField::placeCaret(const QPoint& point)
{
    deselect();
    setCursorPosition(cursorPositionAt(point));
}

void QuantityField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (m_isDragging) {
            m_isDragging = m_isPressed = false;
            m_value = m_dragStart;
            Q_EMIT dragEnded(true);
        }
        abandon();
        selectAll();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        accept();
        selectAll();
        return;
    case Qt::Key_Up: stepDigit(1); return;
    case Qt::Key_Down: stepDigit(-1); return;
    default: break;
    }
    // Only what changes the text or moves the caret is typing: not Shift alone, and not a key of a command.
    const bool isCaretKey = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right ||
                            event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    const Qt::KeyboardModifiers held = event->modifiers(); // Ctrl and Alt together are the third level of a keyboard
    const bool isCommand = held.testFlag(Qt::ControlModifier) != held.testFlag(Qt::AltModifier);
    const bool isEdit = event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete ||
                        event->matches(QKeySequence::Paste) || event->matches(QKeySequence::SelectAll) ||
                        (!isCommand && !event->text().isEmpty() && event->text().front().isPrint());
    if (!m_isTyping && (isCaretKey || isEdit))
        beginTyping();
    QLineEdit::keyPressEvent(event);
}

void QuantityField::stepDigit(int direction)
{
    if (m_isMixed)
        return;
    if (!m_isTyping) {
        m_isTyping = true;
        setText(fullText());
    }
    const int caret = hasSelectedText() ? 0 : cursorPosition();
    const double scale = shown().scale, number = m_value / scale;
    double step = placeValue(text(), caret);
    if (step == 0)
        step = m_isWhole ? 1 : 0.1 * std::pow(10.0, std::floor(std::log10(std::max(std::abs(number), 1e-12))));
    // Rounded to the digit, so that 0.3 stays 0.3.
    const double raw = number + direction * step, quantum = 0.001 * step;
    m_value = allowed(quantum * std::round(raw / quantum) * scale);
    refuse({});
    setText(fullText());
    setCursorPosition(caret);
    Q_EMIT edited(m_value);
}

void QuantityField::take(double value)
{
    m_isTyping = false;
    m_isMixed = false;
    refuse({});
    Q_EMIT edited(value);
    showValue();
}

void QuantityField::refuse(const QString& reason)
{
    if (m_isRefused || !reason.isEmpty())
        Q_EMIT refused(reason);
    m_isRefused = !reason.isEmpty();
    markRefused(*this, m_isRefused);
}

void QuantityField::accept()
{
    if (!m_isTyping)
        return;
    const QString typed = text().trimmed();
    if (typed.isEmpty() || (!isModified() && !m_isRefused) || typed == fullText())
        return abandon();
    if (!m_zeroText.isEmpty() && typed == m_zeroText)
        return take(0);
    try {
        const double value = typedQuantity(typed.toStdString(), m_unit, m_value, shown().symbol);
        if (m_isWhole && value != std::round(value))
            fail(ErrorKind::Usage, "'{}' is not a whole number", typed.toStdString());
        if (!(value >= m_minimum && value <= m_maximum))
            fail(ErrorKind::Usage, "'{}' is out of range: it must be {}", typed.toStdString(),
                 rangeText(m_minimum, m_maximum, m_unit).toStdString());
        take(value);
    } catch (const Error& error) {
        refuse(QString::fromUtf8(error.what()));
    }
}

void QuantityField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason)
        return;
    if (!m_isRefused)
        beginTyping();
    selectAll();
}

void QuantityField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    accept(); // what cannot be taken stays, marked: the value of the document is what it was
    deselect();
}

} // namespace sastrugi::studio
