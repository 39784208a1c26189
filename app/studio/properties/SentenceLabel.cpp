#include "app/studio/properties/SentenceLabel.h"

#include "app/studio/looks/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr int usualWidth = 200;

/// Breaks between words where it can, within them where it must; returns the height.
double breakLines(QTextLayout& layout, double width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

QString lines(const QString& text) { return QString(text).replace('\n', QChar::LineSeparator); }

} // namespace

SentenceLabel::SentenceLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int SentenceLabel::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    QTextLayout layout(lines(text()), font());
    const double height = text().isEmpty() ? 0 : breakLines(layout, width - margins.left() - margins.right());
    return static_cast<int>(std::ceil(height)) + margins.top() + margins.bottom();
}

QSize SentenceLabel::sizeHint() const { return {usualWidth, heightForWidth(usualWidth)}; }

QSize SentenceLabel::minimumSizeHint() const
{
    return {0, text().isEmpty() ? 0 : fontMetrics().height() + contentsMargins().top() + contentsMargins().bottom()};
}

void SentenceLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    QTextLayout layout(lines(text()), font());
    breakLines(layout, contentsRect().width());
    layout.draw(&painter, contentsRect().topLeft());
}

void SentenceLabel::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Copy Message"), this, [this] { QApplication::clipboard()->setText(text()); })
        ->setEnabled(!text().isEmpty());
    menu.exec(event->globalPos());
}

SentenceBubble::SentenceBubble(QWidget* parent) : SentenceLabel(parent)
{
    setContentsMargins(7, 4, 7, 4);
    setAttribute(Qt::WA_TransparentForMouseEvents); // what it covers can still be clicked
    hide();
}

void SentenceBubble::showBeside(const QRect& field)
{
    const int height = heightForWidth(field.width());
    const bool hasRoom = field.bottom() + 2 + height <= parentWidget()->height() || field.top() < height;
    setGeometry(field.left(), hasRoom ? field.bottom() + 2 : field.top() - 1 - height, field.width(), height);
    raise();
    show();
}

void SentenceBubble::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(theme().field);
        painter.setPen(theme().error);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    SentenceLabel::paintEvent(event);
}

} // namespace sastrugi::studio
