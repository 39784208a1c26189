// The command that starts and ends a live run.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/live/LiveSession.h"

#include <functional>

namespace sastrugi::studio
{

/// Of the menu Simulate. `act` calls what it is given with the solver node that is meant, or says why there is none.
void addLiveCommand(Commands& commands, QWidget& window, LiveSession& live,
                    std::function<void(const std::function<void(const std::string& solver)>&)> act);

} // namespace sastrugi::studio
