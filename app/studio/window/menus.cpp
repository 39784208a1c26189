#include "app/studio/window/menus.h"

#include "app/studio/looks/Icons.h"

#include <QMenu>
#include <QMenuBar>

namespace sastrugi::studio
{

namespace
{

/// Ids in order; an empty one is a line between groups.
void fill(QMenu& menu, const Commands& commands, const QStringList& ids)
{
    bool isGroupWanted = false;
    for (const QString& id : ids) {
        QAction* action = id.isEmpty() ? nullptr : commands.action(id);
        if (id.isEmpty())
            isGroupWanted = !menu.isEmpty();
        if (!action)
            continue;
        if (std::exchange(isGroupWanted, false))
            menu.addSeparator();
        menu.addAction(action);
    }
}

QMenu* addMenu(QMenuBar& bar, const QString& title)
{
    QMenu* menu = bar.addMenu(title);
    menu->setToolTipsVisible(true);
    return menu;
}

/// The known ones in groups; the many that move and select by keys in a menu of their own.
void fillGraphMenu(QMenu& menu, const Commands& commands, const QStringList& elsewhere)
{
    const QStringList groups = {"graph.addNode",
                                "graph.connect",
                                "",
                                "graph.bypass",
                                "graph.show",
                                "graph.rename",
                                "graph.dissolve",
                                "graph.arrange",
                                "graph.backdrop",
                                "",
                                "graph.find",
                                "graph.frameSelected",
                                "graph.frameAll",
                                "graph.zoomIn",
                                "graph.zoomOut",
                                "graph.minimap",
                                "",
                                "evaluation.automatic",
                                "evaluation.now"};
    fill(menu, commands, groups);
    QStringList others;
    for (const QString& id : commands.ids())
        if (commands.definition(id).category == QObject::tr("Graph") && !elsewhere.contains(id) && !groups.contains(id))
            others.append(id);
    if (others.isEmpty())
        return;
    auto* more = new QMenu(QObject::tr("By Keys"), &menu);
    fill(*more, commands, others);
    menu.insertMenu(commands.action("evaluation.automatic"), more);
}

} // namespace

Menus fillMenus(QMenuBar& bar, const Commands& commands)
{
    Menus menus{};
    QMenu* file = addMenu(bar, QObject::tr("&File"));
    fill(*file, commands, {"file.new", "file.open"});
    menus.openRecent = file->addMenu(icon("recent"), QObject::tr("Open Recent"));
    menus.recover = file->addMenu(icon("recover"), QObject::tr("Recover"));
    fill(*file, commands,
         {"file.openWithoutEvaluating", "", "file.save", "file.saveAs", "file.saveIncrement", "", "file.startPage", "",
          "file.quit"});

    const QStringList edits = {"edit.undo",
                               "edit.redo",
                               "",
                               "graph.cut",
                               "graph.copy",
                               "graph.paste",
                               "graph.pasteWithInputs",
                               "graph.duplicate",
                               "graph.delete",
                               "",
                               "graph.selectAll",
                               "",
                               "edit.shortcuts"};
    fill(*addMenu(bar, QObject::tr("&Edit")), commands, edits);
    fill(*addMenu(bar, QObject::tr("&View")), commands,
         {"view.properties", "view.log", "view.jobs", "view.particles", "view.plots", "view.viewport", "",
          "view.maximise", "view.nextPanel", "view.previousPanel", "view.fullScreen", "", "view.lightTheme",
          "view.resetLayout", "", "view.compare", "view.compareEnd"});

    fillGraphMenu(*addMenu(bar, QObject::tr("&Graph")), commands, edits);
    fill(*addMenu(bar, QObject::tr("&Simulate")), commands,
         {"simulate.start", "simulate.live", "simulate.pause", "simulate.cancel", "", "simulate.continue", "simulate.extend",
          "simulate.restart"});
    fill(*addMenu(bar, QObject::tr("&Timeline")), commands,
         {"timeline.play",
          "timeline.playBack",
          "timeline.stop",
          "",
          "timeline.next",
          "timeline.previous",
          "timeline.first",
          "timeline.last",
          "timeline.lastCached",
          "",
          "timeline.in",
          "timeline.out",
          "timeline.whole",
          "",
          "timeline.loop",
          "timeline.return",
          "timeline.everyFrame",
          "",
          "movie.playblast",
          "movie.render",
          "movie.takeView",
          "",
          "camera.takeView",
          "camera.look",
          "",
          "output.export"});
    fill(*addMenu(bar, QObject::tr("&Help")), commands,
         {"help.palette", "edit.shortcuts", "help.gestures", "", "help.about"});
    return menus;
}

} // namespace sastrugi::studio
