// Fusion with rows that are not crammed. A style sheet could say so too, but then Qt 6.4 draws their icons twice.
#pragma once

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include <QGuiApplication>
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

    /// The symbols of message boxes are ours.
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override
    {
        const auto symbol = [&](const char* name, const QColor& colour) {
            return QIcon(iconPixmap(name, {40, 40}, colour, qGuiApp->devicePixelRatio()));
        };
        switch (which) {
        case SP_MessageBoxInformation: return symbol("info", theme().accent);
        case SP_MessageBoxQuestion: return symbol("help", theme().accent);
        case SP_MessageBoxWarning: return symbol("warning", theme().warning);
        case SP_MessageBoxCritical: return symbol("error", theme().error);
        default: return QProxyStyle::standardIcon(which, option, widget);
        }
    }
};

} // namespace sastrugi::studio
