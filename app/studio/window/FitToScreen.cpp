#include "app/studio/window/FitToScreen.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QScreen>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

constexpr QSize frame(16, 40); // of the window manager, about

} // namespace

QSize fittingSize(const QWidget& widget, const QSize& wanted)
{
    return wanted.boundedTo(widget.screen()->availableSize() - frame);
}

FitToScreen::FitToScreen(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool FitToScreen::eventFilter(QObject* watched, QEvent* event)
{
    auto* dialog = event->type() == QEvent::Show ? qobject_cast<QDialog*>(watched) : nullptr;
    if (!dialog || !dialog->isWindow())
        return false;
    const QRect screen = dialog->screen()->availableGeometry();
    const QSize size = fittingSize(*dialog, dialog->size());
    if (size != dialog->size())
        dialog->resize(size);
    const QPoint place(std::clamp(dialog->x(), screen.left(), std::max(screen.left(), screen.right() - size.width())),
                       std::clamp(dialog->y(), screen.top(), std::max(screen.top(), screen.bottom() - size.height())));
    if (place != dialog->pos())
        dialog->move(place);
    return false;
}

} // namespace sastrugi::studio
