#include "app/studio/properties/QuantityField.h"

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

constexpr int shownDigits = 6;

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
    setMinimumWidth(fontMetrics().averageCharWidth() * 8);
    setFocusPolicy(Qt::StrongFocus);
}

void QuantityField::setValue(double value, bool isMixed)
{
    m_value = value;
    m_isMixed = isMixed;
    if (!m_isTyping)
        showValue();
}

void QuantityField::showValue()
{
    setPlaceholderText(m_isMixed ? tr("mixed") : QString());
    const QString number =
        m_isWhole ? QString::number(std::llround(m_value)) : QString::number(m_value, 'g', shownDigits);
    const std::string_view unit = m_showsUnit ? symbol(m_unit) : std::string_view();
    const QString suffix =
        unit.empty() ? QString() : " " + QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
    setText(m_isMixed ? QString() : number + suffix);
    setCursorPosition(0);
}

QString QuantityField::fullText() const
{
    if (m_isMixed)
        return {};
    return m_isWhole ? QString::number(std::llround(m_value)) : QString::fromStdString(formatQuantity(m_value, m_unit));
}

double QuantityField::allowed(double value) const
{
    value = std::clamp(value, m_minimum, m_maximum);
    return m_isWhole ? std::round(value) : value;
}

void QuantityField::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_isTyping) {
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
        m_lastAt = m_pressedAt;
        m_dragStart = m_dragged = m_value;
        Q_EMIT dragBegun();
    }
    if (m_isDragging)
        dragTo(x, event->modifiers());
}

void QuantityField::dragTo(int x, Qt::KeyboardModifiers modifiers)
{
    // A hundredth of the value's size for a pixel: small values change finely, large ones fast.
    const bool isBounded = std::isfinite(m_minimum) && std::isfinite(m_maximum);
    const double size = std::abs(m_dragStart) > 0 ? std::abs(m_dragStart)
                        : isBounded               ? 0.1 * (m_maximum - m_minimum)
                                                  : 1;
    const double decade = std::pow(10.0, std::floor(std::log10(size)));
    double perPixel = m_isWhole ? std::max(0.1, 0.02 * decade) : 0.02 * decade;
    if (modifiers.testFlag(Qt::ShiftModifier))
        perPixel *= 0.1;
    m_dragged += perPixel * (x - m_lastAt);
    m_lastAt = x;
    double value = m_dragged;
    const double step = modifiers.testFlag(Qt::ControlModifier) ? 0.5 * decade
                        : modifiers.testFlag(Qt::ShiftModifier) ? 0.001 * decade
                                                                : 0.01 * decade;
    value = step * std::round(value / step);
    m_value = allowed(value);
    m_isMixed = false;
    showValue();
    Q_EMIT refused({});
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
    m_isTyping = true;
    setText(fullText());
    selectAll();
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
        m_isTyping = false;
        Q_EMIT refused({});
        showValue();
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
    if (!m_isTyping) {
        m_isTyping = true;
        setText(fullText());
        selectAll();
    }
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
    double step = placeValue(text(), caret);
    if (step == 0)
        step = m_isWhole ? 1 : 0.1 * std::pow(10.0, std::floor(std::log10(std::max(std::abs(m_value), 1e-12))));
    // Rounded to the digit, so that 0.3 stays 0.3.
    const double raw = m_value + direction * step, quantum = 0.001 * step;
    m_value = allowed(quantum * std::round(raw / quantum));
    setText(fullText());
    setCursorPosition(caret);
    Q_EMIT edited(m_value);
}

void QuantityField::accept()
{
    if (!m_isTyping)
        return;
    if (text().trimmed().isEmpty() || text() == fullText()) {
        m_isTyping = false;
        Q_EMIT refused({});
        showValue();
        return;
    }
    try {
        const double value = typedQuantity(text().toStdString(), m_unit, m_value);
        if (m_isWhole && value != std::round(value))
            fail(ErrorKind::Usage, "'{}' is not a whole number", text().toStdString());
        m_isTyping = false;
        m_isMixed = false;
        Q_EMIT refused({});
        Q_EMIT edited(value);
        showValue();
    } catch (const Error& error) {
        Q_EMIT refused(QString::fromUtf8(error.what()));
    }
}

void QuantityField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason) {
        m_isTyping = true;
        setText(fullText());
        selectAll();
    }
}

void QuantityField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    accept();
    if (m_isTyping) { // it could not be read: the value stays what it was, and the reason stays in sight
        m_isTyping = false;
        showValue();
    }
    deselect();
}

} // namespace sastrugi::studio
