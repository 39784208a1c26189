#include "app/studio/jobs/ProgressDelegate.h"

#include "app/studio/jobs/JobsModel.h"
#include "app/studio/looks/Theme.h"

#include <QPainter>

namespace sastrugi::studio
{

void ProgressDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem base = option;
    initStyleOption(&base, index);
    const QString words = std::exchange(base.text, QString());
    QStyledItemDelegate::paint(painter, base, {}); // only the background of the cell
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected)
        painter->fillRect(option.rect, theme().accent);
    const double share = index.data(JobsModel::ShareRole).toDouble();
    const QRectF bar = QRectF(option.rect).adjusted(4.5, 3.5, -4.5, -3.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme().border, 1));
    painter->setBrush(theme().panel);
    painter->drawRoundedRect(bar, 3, 3);
    // Paler than its mark elsewhere, so that words are readable on both parts.
    QColor fill = theme().running;
    fill.setAlphaF(0.35f);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    painter->setClipRect(QRectF(bar.left(), bar.top(), share * bar.width(), bar.height()));
    painter->drawRoundedRect(bar, 3, 3);
    painter->setClipping(false);
    painter->setPen(theme().text);
    painter->drawText(bar, Qt::AlignCenter, words);
    painter->restore();
}

} // namespace sastrugi::studio
