#include "app/studio/jobs/SimulateCommands.h"

#include "app/studio/looks/Icons.h"

#include "nodes/graph/solverNodes.h"

#include <QInputDialog>

#include <limits>

namespace sastrugi::studio
{

SimulateCommands::SimulateCommands(Document& document, Selection& selection, Runs& runs, Commands& commands,
                                   QWidget& window)
    : QObject(&window), m_document(document), m_selection(selection), m_runs(runs), m_window(window)
{
    addAll(commands, window);
    connect(&runs, &Runs::changed, this, &SimulateCommands::showState);
    connect(&runs, &Runs::removed, this, &SimulateCommands::showState);
    connect(&selection, &Selection::changed, this, &SimulateCommands::showState);
    showState();
}

void SimulateCommands::addAll(Commands& commands, QWidget& window)
{
    const QString category = tr("Simulate");
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        return commands.add(&window, definition, run);
    };
    const QKeyCombination start = Qt::CTRL | Qt::Key_Return;
    add({"simulate.start",
         tr("Simulate"),
         category,
         {QKeySequence(start)},
         tr("Computes the frames of the selected solver that are missing, in the background; or ends its pause."),
         "play"},
        [this] { onTarget([this](const std::string& node) { m_runs.simulate(node); }); });
    const QKeyCombination pause = Qt::CTRL | Qt::SHIFT | Qt::Key_Return;
    m_pause = add({"simulate.pause",
                   tr("Pause"),
                   category,
                   {QKeySequence(pause)},
                   tr("Pauses the simulation with a checkpoint, or goes on with it."),
                   "pause"},
                  [this] {
                      if (const Run* run = goingOn())
                          run->isPaused() ? m_runs.resume(run->id) : m_runs.pause(run->id);
                  });
    m_cancel = add({"simulate.cancel",
                    tr("Cancel"),
                    category,
                    {},
                    tr("Ends the simulation with a checkpoint: it can go on from there."),
                    "stop"},
                   [this] {
                       if (const Run* run = goingOn())
                           m_runs.cancel(run->id);
                   });
    add({"simulate.continue",
         tr("Continue from Current Frame"),
         category,
         {},
         tr("Computes the current frame and all after it anew."),
         "redo"},
        [this] { onTarget([this](const std::string& node) { continueFromCurrent(node); }); });
    add({"simulate.extend",
         tr("Extend..."),
         category,
         {},
         tr("Gives the scene a later end and goes on to it; what is there stays.")},
        [this] { onTarget([this](const std::string& node) { extend(node); }); });
    add({"simulate.restart", tr("Restart"), category, {}, tr("Computes all frames of the solver anew."), "refresh"},
        [this] { onTarget([this](const std::string& node) { m_runs.restart(node); }); });
}

std::string SimulateCommands::target() const
{
    const std::vector<std::string> solvers = solverNodes(m_document.graph());
    std::vector<std::string> selected;
    for (const std::string& node : solvers)
        if (m_selection.contains(node))
            selected.push_back(node);
    if (std::ranges::find(selected, m_selection.active()) != selected.end())
        return m_selection.active();
    if (selected.size() == 1)
        return selected.front();
    return selected.empty() && solvers.size() == 1 ? solvers.front() : std::string();
}

void SimulateCommands::onTarget(const std::function<void(const std::string&)>& act)
{
    if (const std::string node = target(); !node.empty())
        return act(node);
    const bool isNone = solverNodes(m_document.graph()).empty();
    Q_EMIT said({LogLevel::Warning, "", "run",
                 (isNone ? tr("There is nothing to simulate: the scene has no solver node that is not bypassed.")
                         : tr("Select the solver node to simulate: the scene has several."))
                     .toStdString()});
}

const Run* SimulateCommands::goingOn() const
{
    if (const std::string node = target(); !node.empty())
        if (const Run* run = m_runs.run(node); run && !run->isOver())
            return run;
    const Run* only = nullptr;
    for (const Run* run : m_runs.all())
        if (!run->isOver() && run->isOfDocument) {
            if (only)
                return nullptr;
            only = run;
        }
    return only;
}

void SimulateCommands::continueFromCurrent(const std::string& node)
{
    std::optional<std::int64_t> frame = m_currentFrame ? m_currentFrame() : std::nullopt;
    if (!frame)
        if (const Run* run = m_runs.run(node); run && run->report.doneFrame >= 0)
            frame = run->report.doneFrame;
    if (frame)
        m_runs.continueFrom(node, *frame);
    else
        m_runs.simulate(node);
}

void SimulateCommands::extend(const std::string& node)
{
    const auto sceneLast = std::get<std::int64_t>(m_document.graph().value(Graph::sceneNode, "lastFrame"));
    const Run* run = m_runs.run(node);
    const std::int64_t last = std::max(sceneLast, run ? std::int64_t{run->report.lastFrame} : 0);
    bool isChosen = false;
    const int chosen =
        QInputDialog::getInt(&m_window, tr("Extend"), tr("Last frame:"), static_cast<int>(last + last / 2), 1,
                             std::numeric_limits<int>::max(), 1, &isChosen);
    if (!isChosen)
        return;
    // The scene's range goes along, so that the timeline shows what comes.
    if (chosen > sceneLast)
        m_document.edit(tr("Extend"),
                        [&](Graph& graph) { graph.setValue(Graph::sceneNode, "lastFrame", std::int64_t{chosen}); });
    m_runs.extend(node, chosen);
}

void SimulateCommands::showState()
{
    const Run* run = goingOn();
    const bool isPaused = run && run->isPaused();
    m_pause->setText(isPaused ? tr("Go On") : tr("Pause"));
    m_pause->setIcon(icon(isPaused ? "play" : "pause"));
    m_pause->setEnabled(run && run->state != RunState::Stopping && run->state != RunState::Preparing &&
                        run->state != RunState::Doubtful);
    m_cancel->setEnabled(run != nullptr);
}

} // namespace sastrugi::studio
