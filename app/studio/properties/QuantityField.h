// A number with its unit: typed, with arithmetic, or dragged.
//
// A press and a drag to the side changes the value, a click lets it be typed. Shift drags finely, Ctrl in round steps;
// Escape takes the drag back. Up and Down change the digit left of the caret. What cannot be taken stays in the field,
// which is marked.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/properties/shownUnit.h"

#include <QLineEdit>
#include <QWheelEvent>

namespace sastrugi::studio
{

class QuantityField : public QLineEdit
{
    Q_OBJECT

public:
    QuantityField(Unit unit, double minimum, double maximum, bool isWhole, QWidget* parent = nullptr);

    double value() const { return m_value; }
    /// Whether the unit stands behind the number while it is not typed; a vector names it once, behind all three.
    void setShowsUnit(bool showsUnit) { m_showsUnit = showsUnit; }
    /// What zero stands for: "automatic". It may be typed, too.
    void setZeroText(const QString& text) { m_zeroText = text; }
    /// Forgets what is typed and not taken.
    void abandon();
    /// `isMixed` says that several nodes have different values: then none is shown.
    void setValue(double value, bool isMixed = false);

Q_SIGNALS:
    /// Something was typed or dragged. Edits of one drag follow each other between dragBegun() and dragEnded().
    void edited(double value);
    void dragBegun();
    void dragEnded(bool isCancelled);
    /// What was typed cannot be read; why, as a sentence. Empty when all is well again.
    void refused(const QString& reason);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } // it scrolls the panel

private:
    void showValue();
    void beginTyping();
    void accept();
    void take(double value);
    void refuse(const QString& reason);
    void placeCaret(const QPoint& point);
    void dragTo(int x, Qt::KeyboardModifiers modifiers);
    void stepDigit(int direction);
    QString fullText() const;
    QString textOf(const QString& number) const;
    double allowed(double value) const;
    ShownUnit shown() const { return shownUnit(m_unit, m_value); }

    Unit m_unit;
    double m_minimum, m_maximum;
    bool m_isWhole, m_isMixed = false, m_showsUnit = true;
    double m_value = 0;
    bool m_isPressed = false, m_isDragging = false, m_isTyping = false, m_isRefused = false;
    QString m_zeroText;
    double m_dragScale = 1;
    int m_pressedAt = 0, m_lastAt = 0;
    double m_dragStart = 0, m_dragged = 0;
};

} // namespace sastrugi::studio
