// A cell as a bar with words on it, in the colour of the run's state.
#pragma once

#include <QStyledItemDelegate>

namespace sastrugi::studio
{

class ProgressDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace sastrugi::studio
