// The menu bar: which commands stand in which menu, and in what order.
#pragma once

#include "app/studio/commands/Commands.h"

class QMenuBar;

namespace sastrugi::studio
{

class RecentFiles;

/// The menus to which more is added by those who know what.
struct Menus {
    QMenu *openRecent, *recover;
};

/// Commands that nobody has added are left out; those of the category "Graph" all stand in the menu Graph.
Menus fillMenus(QMenuBar& bar, const Commands& commands);

} // namespace sastrugi::studio
