// Fusion with rows that are not crammed. A style sheet could say so too, but then Qt 6.4 draws their icons twice.
#pragma once

#include <QProxyStyle>
#include <QStyleOption>

namespace sastrugi::studio
{

class WindowStyle : public QProxyStyle
{
public:
    WindowStyle() : QProxyStyle("fusion") {}

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override
    {
        QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
        if (type == CT_ItemViewItem)
            size.rheight() += 6;
        return size;
    }
};

} // namespace sastrugi::studio
