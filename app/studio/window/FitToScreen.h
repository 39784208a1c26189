// Keeps dialogs on the screen: with a scaled display there is less room than they would like.
#pragma once

#include <QObject>
#include <QSize>

class QWidget;

namespace sastrugi::studio
{

/// `wanted`, or what the widget's screen has for a window with its frame.
QSize fittingSize(const QWidget& widget, const QSize& wanted);

/// Watches all dialogs of the program as long as it lives.
class FitToScreen : public QObject
{
    Q_OBJECT

public:
    explicit FitToScreen(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sastrugi::studio
