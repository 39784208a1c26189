#include "app/studio/live/LiveCommand.h"

#include "app/studio/looks/Icons.h"

#include <QAction>
#include <QWidget>

namespace sastrugi::studio
{

void addLiveCommand(Commands& commands, QWidget& window, LiveSession& live,
                    std::function<void(const std::function<void(const std::string&)>&)> act)
{
    const QKeyCombination key = Qt::CTRL | Qt::ALT | Qt::Key_Return;
    QAction* action = commands.add(
        &window,
        {"simulate.live",
         QObject::tr("Simulate Live"),
         QObject::tr("Simulate"),
         {QKeySequence(key)},
         QObject::tr("Simulates while you drag the selected obstacles and emitters, or all that have key frames. When "
                     "it ends, what you did becomes their key frames."),
         "live"},
        [&live, act = std::move(act)] {
            if (live.isOn())
                return live.stop();
            act([&live](const std::string& solver) { live.start(solver); });
        });
    QObject::connect(&live, &LiveSession::changed, action, [action, &live] {
        action->setText(live.isOn() ? QObject::tr("End Live Simulation") : QObject::tr("Simulate Live"));
        action->setIcon(icon(live.isOn() ? "stop" : "live"));
    });
}

} // namespace sastrugi::studio
