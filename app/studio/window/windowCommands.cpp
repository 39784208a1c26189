// The commands of the window itself.
#include "app/studio/commands/CommandPalette.h"
#include "app/studio/commands/ShortcutEditor.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/settings/Settings.h"
#include "app/studio/window/AboutDialog.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/GesturesDialog.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/Panels.h"

namespace sastrugi::studio
{

namespace
{

QKeySequence key(QKeyCombination combination) { return QKeySequence(combination); }

} // namespace

void MainWindow::addFileCommands()
{
    const QString category = tr("File");
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        m_commands.add(this, definition, run);
    };
    add({"file.new", tr("New"), category, {QKeySequence::New}, tr("Starts an empty scene."), "new"},
        [this] { m_files->startNew(); });
    add({"file.open", tr("Open..."), category, {QKeySequence::Open}, tr("Opens a scene."), "open"},
        [this] { m_files->openByDialog(); });
    add({"file.openWithoutEvaluating",
         tr("Open Without Evaluating..."),
         category,
         {},
         tr("Opens a scene, and evaluates none of its nodes until that is asked for.")},
        [this] { m_files->openByDialog(false); });
    add({"file.save", tr("Save"), category, {QKeySequence::Save}, tr("Saves the scene."), "save"},
        [this] { m_files->save(); });
    add({"file.saveAs",
         tr("Save As..."),
         category,
         {key(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
         tr("Saves the scene under another name."),
         "save-as"},
        [this] { m_files->saveAs(); });
    add({"file.saveIncrement",
         tr("Save and Increment"),
         category,
         {key(Qt::CTRL | Qt::ALT | Qt::Key_S)},
         tr("Saves the scene under the name of its next version; the last one stays as it is."),
         "increment"},
        [this] { m_files->saveIncrement(); });
    add({"file.startPage",
         tr("Start Page"),
         category,
         {},
         tr("Shows samples and recent scenes; the scene stays open.")},
        [this] { showStartPage(!isStartPageShown()); });
    add({"file.quit", tr("Quit"), category, {key(Qt::CTRL | Qt::Key_Q)}, tr("Closes the window.")},
        [this] { close(); });
}

void MainWindow::addEditCommands()
{
    const QString category = tr("Edit");
    QUndoStack& stack = m_document.undoStack();
    QAction* undo = m_commands.add(
        this, {"edit.undo", tr("Undo"), category, {QKeySequence::Undo}, tr("Takes back the last edit."), "undo"},
        [&stack] { stack.undo(); });
    QAction* redo = m_commands.add(this,
                                   {"edit.redo",
                                    tr("Redo"),
                                    category,
                                    {key(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), key(Qt::CTRL | Qt::Key_Y)},
                                    tr("Does again what was taken back."),
                                    "redo"},
                                   [&stack] { stack.redo(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    const auto named = [](const QString& verb, const QString& name) {
        return name.isEmpty() ? verb : verb + " " + QString(name).replace('&', "&&");
    };
    connect(&stack, &QUndoStack::undoTextChanged, undo,
            [=](const QString& name) { undo->setText(named(tr("Undo"), name)); });
    connect(&stack, &QUndoStack::redoTextChanged, redo,
            [=](const QString& name) { redo->setText(named(tr("Redo"), name)); });
}

void MainWindow::addViewCommands()
{
    const QString category = tr("View");
    const auto addToggle = [&](const CommandDefinition& definition, QDockWidget* dock) {
        QAction* action = m_commands.add(this, definition, [dock] {
            const bool isShown = !dock->isVisible(); // also from behind another tab
            dock->setVisible(isShown);
            if (isShown)
                dock->raise();
        });
        action->setCheckable(true);
        action->setChecked(true);
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
    };
    addToggle({"view.properties", tr("Properties"), category, {}, tr("Shows the values of the selected nodes.")},
              &m_panels->dock("properties"));
    addToggle({"view.log", tr("Log"), category, {}, tr("Shows what nodes and window say.")}, &m_panels->dock("log"));
    addToggle({"view.particles", tr("Particles"), category, {}, tr("Shows the values of all particles.")},
              &m_panels->dock("particles"));
    addToggle({"view.plots", tr("Plots"), category, {}, tr("Shows figures of the frames over time.")},
              &m_panels->dock("plots"));
    addToggle({"view.jobs", tr("Simulations"), category, {}, tr("Shows how simulations stand.")},
              &m_panels->dock("jobs"));
    addToggle({"view.viewport", tr("Viewport"), category, {}, tr("Shows the scene.")}, &m_panels->dock("viewport"));
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        return m_commands.add(this, definition, run);
    };
    add({"view.maximise",
         tr("Maximise Panel"),
         category,
         {key(Qt::CTRL | Qt::Key_Space)},
         tr("Shows the panel below the mouse alone, or all again."),
         "maximise"},
        [this] { m_panels->toggleMaximised(); });
    add({"view.nextPanel", tr("Next Panel"), category, {key(Qt::Key_F6)}, tr("Gives the keys to the next panel.")},
        [this] { m_panels->focusNext(1); });
    add({"view.previousPanel",
         tr("Previous Panel"),
         category,
         {key(Qt::SHIFT | Qt::Key_F6)},
         tr("Gives the keys to the panel before.")},
        [this] { m_panels->focusNext(-1); });
    add({"view.fullScreen", tr("Full Screen"), category, {key(Qt::Key_F11)}, tr("Uses the whole screen.")},
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    add({"view.resetLayout",
         tr("Reset Layout"),
         category,
         {},
         tr("Puts all panels where they were at first."),
         "layout"},
        [this] {
            m_panels->reset();
            if (isStartPageShown())
                setViewsVisible(false);
        });
    QAction* light =
        add({"view.lightTheme", tr("Light Theme"), category, {}, tr("Dark words on light panels."), "theme"}, {});
    light->setCheckable(true);
    light->setChecked(theme().kind == ThemeKind::Light);
    connect(light, &QAction::toggled, this, [](bool isLight) {
        useTheme(isLight ? ThemeKind::Light : ThemeKind::Dark);
        Settings().setValue("looks/theme", isLight ? "light" : "dark");
    });
}

void MainWindow::addEvaluationCommands()
{
    const QString category = tr("Graph");
    QAction* automatic =
        m_commands.add(this,
                       {"evaluation.automatic",
                        tr("Automatic"),
                        category,
                        {},
                        tr("Evaluates nodes as soon as something changes; otherwise only when that is asked for.")},
                       {});
    automatic->setCheckable(true);
    automatic->setIconVisibleInMenu(false); // there it has a tick
    automatic->setChecked(m_evaluation.isAutomatic());
    const auto name = [automatic](bool isAutomatic) {
        automatic->setIconText(isAutomatic ? tr("Automatic") : tr("Manual"));
        automatic->setIcon(icon(isAutomatic ? "play" : "pause"));
    };
    name(m_evaluation.isAutomatic());
    automatic->setText(tr("Evaluate Automatically"));
    connect(automatic, &QAction::toggled, &m_evaluation, &Evaluation::setAutomatic);
    connect(&m_evaluation, &Evaluation::automaticChanged, automatic, &QAction::setChecked);
    connect(&m_evaluation, &Evaluation::automaticChanged, automatic, name);
    m_commands.add(
        this,
        {"evaluation.now", tr("Evaluate Now"), category, {key(Qt::Key_F5)}, tr("Evaluates all nodes."), "refresh"},
        [this] { m_evaluation.evaluateNow(); });
}

void MainWindow::addHelpCommands()
{
    const QString category = tr("Help");
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        m_commands.add(this, definition, run);
    };
    add({"help.palette",
         tr("Command Palette..."),
         category,
         {key(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
         tr("Finds any command by typing a part of its name."),
         "palette"},
        [this] { m_palette->open(); });
    add({"edit.shortcuts",
         tr("Keyboard Shortcuts..."),
         category,
         {key(Qt::CTRL | Qt::Key_K)},
         tr("Lists all keys, and changes them."),
         "keyboard"},
        [this] { ShortcutEditor(m_commands, m_shortcuts, this).exec(); });
    add({"help.gestures", tr("Mouse Gestures"), category, {}, tr("Lists what the mouse does."), "help"},
        [this] { GesturesDialog(this).exec(); });
    add({"help.about", tr("About Sastrugi"), category, {}, tr("Says what this program was built with."), "info"},
        [this] { AboutDialog(this).exec(); });
}

} // namespace sastrugi::studio
