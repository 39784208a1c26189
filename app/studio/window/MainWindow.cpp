#include "app/studio/window/MainWindow.h"

#include "app/studio/commands/CommandPalette.h"
#include "app/studio/commands/PopupKeys.h"
#include "app/studio/commands/UndoKeys.h"
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/graph/GraphView.h"
#include "app/studio/inspect/ParticleSheet.h"
#include "app/studio/inspect/PlotPanel.h"
#include "app/studio/jobs/JobsPanel.h"
#include "app/studio/jobs/RunMarks.h"
#include "app/studio/jobs/SimulateCommands.h"
#include "app/studio/live/LiveCommand.h"
#include "app/studio/log/LogPanel.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/start/StartPage.h"
#include "app/studio/timeline/TimelinePanel.h"
#include "app/studio/viewport/Viewport.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/FitToScreen.h"
#include "app/studio/window/Panels.h"
#include "app/studio/window/RecoveryDialog.h"
#include "app/studio/window/StatusLine.h"
#include "app/studio/window/menus.h"
#include "app/studio/window/questions.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>

#include <unistd.h>

namespace sastrugi::studio
{

namespace
{

/// For frames that were read: an eighth of what the machine has.
std::uint64_t frameMemory()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) /
           8;
}

} // namespace

MainWindow::MainWindow(const NodeRegistry& types, const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_document(types), m_selection(m_document), m_evaluation(m_document),
      m_frames(frameMemory()), m_content(m_document, m_selection, m_evaluation),
      m_shortcuts(m_commands, !options.isSafe), m_recovery(m_document),
      m_runs(m_document, [this] { return m_recovery.documentId(); }),
      m_marks(new RunMarks(m_document, m_runs, m_evaluation, this)),
      m_live(new LiveSession(m_document, m_selection, m_evaluation, m_runs, m_content, this)),
      m_simulate(new SimulateCommands(m_document, m_selection, m_runs, m_commands, *this)),
      m_files(new DocumentFiles(m_document, m_evaluation, *this)), m_panels(new Panels(*this))
{
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    m_evaluation.setAutomatic(!options.isSafe);
    new UndoKeys(*this);
    new PopupKeys(this);
    new FitToScreen(this);
    addFileCommands();
    addLiveCommand(m_commands, *this, *m_live, [this](const auto& act) { m_simulate->onTarget(act); });
    makePanels();
    addEditCommands();
    addViewCommands();
    addEvaluationCommands();
    addHelpCommands();
    makeMenus();
    connectParts();
    showTitle();
    resize(fittingSize(*this, {1440, 900}));
    m_panels->rememberDefault();
    if (!options.isSafe)
        m_panels->restore();
    if (!isMaximized() && !isFullScreen())
        resize(fittingSize(*this, size())); // what was remembered may be of a larger screen
    setViewsVisible(false);                 // the start page is shown
}

MainWindow::~MainWindow()
{
    // The panels go before what they show, and nobody is told of the end of the document.
    m_document.undoStack().disconnect();
    m_document.disconnect();
    delete takeCentralWidget();
    for (QDockWidget* dock : m_panels->docks())
        delete dock;
    delete m_live; // it ends its run
}

void MainWindow::makePanels()
{
    m_graph = new GraphEditor(m_document, m_selection, m_evaluation, m_commands, this);
    m_start = new StartPage(m_files->recent(), {m_commands.action("file.new"), m_commands.action("file.open")});
    m_centre = new QStackedWidget(this);
    m_start->setMinimumSize(160, 60); // it is alone when it is shown; the graph must not ask for its room
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_graph);
    setCentralWidget(m_centre);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_properties = new PropertyPanel(m_document, m_selection, m_evaluation, m_commands, this);
    QDockWidget* right = m_panels->add("properties", tr("Properties"), m_properties, Qt::RightDockWidgetArea);
    m_log = new LogPanel(m_document, m_selection, m_commands, this);
    QDockWidget* bottom = m_panels->add("log", tr("Log"), m_log, Qt::BottomDockWidgetArea);
    QDockWidget* sheet = m_panels->add("particles", tr("Particles"), new ParticleSheet(m_content, m_commands, this),
                                       Qt::BottomDockWidgetArea);
    m_plots = new PlotPanel(m_timeline, m_frames, this);
    QDockWidget* plots = m_panels->add("plots", tr("Plots"), m_plots, Qt::BottomDockWidgetArea);
    tabifyDockWidget(bottom, sheet);
    tabifyDockWidget(sheet, plots);
    m_jobs = new JobsPanel(m_runs, this);
    tabifyDockWidget(bottom, m_panels->add("jobs", tr("Simulations"), m_jobs, Qt::BottomDockWidgetArea));
    bottom->raise();
    m_views = new ViewportArea(m_content, m_selection, m_commands, this);
    QDockWidget* top = m_panels->add("viewport", tr("Viewport"), m_views, Qt::TopDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    makeOutputs();
    m_timelineBar = new QToolBar(tr("Timeline"), this);
    m_timelineBar->setObjectName("timelineBar");
    m_timelineBar->setMovable(false);
    m_timelineBar->addWidget(new TimelinePanel(m_document, m_timeline, m_frames, m_commands, m_views, this));
    addToolBar(Qt::BottomToolBarArea, m_timelineBar);
    resizeDocks({right}, {420}, Qt::Horizontal); // vectors with their unit
    resizeDocks({top, bottom}, {430, 130}, Qt::Vertical);
    m_palette = new CommandPalette(m_commands, this);
}

void MainWindow::connectParts()
{
    const auto warn = [this](const QString& text) { tell({LogLevel::Warning, "", "", text.toStdString()}); };
    connect(&m_document, &Document::fileStateChanged, this, &MainWindow::showTitle);
    connect(&m_document, &Document::replaced, this, [this] { showStartPage(false); });
    connect(&m_document, &Document::replaced, &m_log->model(), &LogModel::dimAll);
    connect(&m_document, &Document::graphChanged, this, [this] { showStartPage(false); });
    connect(&m_evaluation, &Evaluation::logged, m_log, &LogPanel::add);
    connect(m_files, &DocumentFiles::said, this, &MainWindow::tell);
    connect(m_files, &DocumentFiles::discarded, &m_recovery, &Recovery::setAside);
    connect(&m_recovery, &Recovery::failed, this, [this, warn](const QString& sentence) {
        warn(tr("Autosave is off: %1").arg(sentence));
        m_status->showAutosaveProblem(sentence);
    });
    connect(&m_recovery, &Recovery::written, this, [this] { m_status->showAutosaveProblem({}); });
    connect(&m_evaluation, &Evaluation::statusChanged, this, [this](const std::set<std::string>& nodes) {
        for (const std::string& node : nodes)
            showWhatHolds(node);
    });
    connect(&m_document, &Document::graphChanged, this, [this](const Graph&, const GraphChange& change) {
        for (const std::string& node : change.removed)
            m_log->model().showWhatHolds(QString::fromStdString(node), {});
    });
    connect(m_log, &LogPanel::nodeChosen, this, [this](const std::string& node) { m_graph->showNodes({node}); });
    connect(m_graph, &GraphEditor::said, this, warn);
    connect(m_properties, &PropertyPanel::said, this, warn);
    connect(m_graph, &GraphEditor::filesDropped, this,
            [this](const QStringList& files) { takeFiles(files, mapToGlobal(rect().center())); });
    connect(m_start, &StartPage::fileChosen, m_files, [this](const QString& file) { m_files->open(file); });
    connectFrames();
    connectViews();
    connectComparison();
    connectRuns();
}

void MainWindow::wantFrame() { m_frames.want(m_timeline.frame(), m_timeline.direction()); }

bool MainWindow::isStartPageShown() const { return m_centre->currentWidget() == m_start; }

void MainWindow::showStartPage(bool isShown)
{
    if (isShown == isStartPageShown())
        return;
    m_centre->setCurrentWidget(isShown ? static_cast<QWidget*>(m_start) : m_graph);
    setViewsVisible(!isShown);
    if (isShown)
        return;
    m_graph->setGeometry(m_centre->rect()); // at once: what is opened is fitted into it
    m_graph->showNodes({});
    m_graph->view().setFocus();
}

/// The start page has no use for them; what the user hid stays hidden.
void MainWindow::setViewsVisible(bool isVisible)
{
    QDockWidget& dock = m_panels->dock("viewport");
    if (!isVisible) {
        m_areViewsWanted = !dock.isHidden();
        m_isTimelineWanted = !m_timelineBar->isHidden();
    }
    dock.setVisible(isVisible && m_areViewsWanted);
    m_timelineBar->setVisible(isVisible && m_isTimelineWanted);
    layout()->activate();
}

void MainWindow::makeMenus()
{
    const Menus menus = fillMenus(*menuBar(), m_commands);
    QMenu* recent = menus.openRecent;
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillOpenRecent(*recent); });
    QMenu* lost = menus.recover;
    connect(lost, &QMenu::aboutToShow, this, [this, lost] { fillRecover(*lost); });
    m_status = new StatusLine(m_document, m_evaluation, *m_commands.action("evaluation.automatic"), this);
    setStatusBar(m_status);
    connect(m_status, &StatusLine::autosaveClicked, this, [this] { m_panels->dock("log").show(); });
    connect(m_status, &StatusLine::problemClicked, this, &MainWindow::showProblem);
}

void MainWindow::fillOpenRecent(QMenu& menu)
{
    menu.clear();
    for (const QString& file : m_files->recent().files()) {
        QAction* action = menu.addAction(QString(file).replace('&', "&&"));
        action->setEnabled(QFileInfo::exists(file)); // what is missing is shown, and comes back with its drive
        connect(action, &QAction::triggered, this, [this, file] { m_files->open(file); });
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("None yet"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Clear List")), &QAction::triggered, &m_files->recent(), &RecentFiles::clear);
}

void MainWindow::fillRecover(QMenu& menu)
{
    menu.clear();
    for (const RecoveryCopy& copy : m_recovery.folder().worthRecovering(m_document.types())) {
        QAction* action = menu.addAction(describe(copy).replace('&', "&&"));
        action->setToolTip(toText(copy.original));
        connect(action, &QAction::triggered, this, [this, copy] { recover(copy); });
    }
    if (menu.isEmpty())
        menu.addAction(tr("Nothing unsaved"))->setEnabled(false);
}

void MainWindow::offerRecovery()
{
    const std::vector<RecoveryCopy> offers = m_recovery.folder().offers(m_document.types());
    if (offers.empty())
        return;
    RecoveryDialog dialog(offers, this);
    const bool isAccepted = dialog.exec() == QDialog::Accepted;
    for (const RecoveryCopy& copy : dialog.discarded())
        m_recovery.folder().remove(copy.id);
    if (isAccepted)
        return recover(dialog.chosen()); // the others are offered at the next start
    for (const RecoveryCopy& copy : dialog.kept())
        m_recovery.keepForLater(copy);
}

void MainWindow::recover(const RecoveryCopy& copy)
{
    if (!m_files->mayLeave())
        return;
    try {
        m_recovery.recover(copy);
        m_log->add({LogLevel::Info, "", "", tr("Recovered %1; it is not saved yet.").arg(copy.title()).toStdString()});
    } catch (const std::exception& error) {
        tellFailure(this, tr("Recover"), QString::fromUtf8(error.what()));
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    event->acceptProposedAction();
    takeFiles(files, mapToGlobal(event->position().toPoint()));
}

void MainWindow::takeFiles(const QStringList& files, const QPoint& globalPosition)
{
    QStringList scenes, meshes;
    for (const QString& file : files)
        (file.endsWith(".sastrugi", Qt::CaseInsensitive) ? scenes : meshes).append(file);
    if (!scenes.isEmpty() && !m_files->open(scenes.first()))
        return;
    const GraphView& view = m_graph->view();
    const bool isUnderMouse = m_graph->isVisible(); // not behind the start page
    m_graph->addMeshFiles(meshes, isUnderMouse ? view.mapToScene(view.mapFromGlobal(globalPosition)) : QPointF());
    if (!isUnderMouse)
        m_graph->showNodes({});
}

/// In the log; what went wrong also where it is seen while the log is hidden.
void MainWindow::tell(const LogMessage& message)
{
    m_log->add(message);
    if (message.level >= LogLevel::Warning && message.node.empty())
        m_status->showMessage(QString::fromStdString(message.text), 10'000);
}

/// What the log said of a node and is no more so, is dimmed.
void MainWindow::showWhatHolds(const std::string& node)
{
    const NodeStatus status = m_evaluation.status(node);
    if (status.state != NodeState::Stale && status.state != NodeState::Running)
        m_log->model().showWhatHolds(QString::fromStdString(node), status.text);
}

void MainWindow::showTitle()
{
    setWindowTitle(m_document.title() + "[*] - Sastrugi");
    setWindowFilePath(toText(m_document.scene().file));
    setWindowModified(m_document.isModified());
}

void MainWindow::showProblem(const std::string& node)
{
    m_selection.set({node}, node);
    m_graph->showNodes({node});
    m_log->showNode(node);
    m_panels->dock("log").show();
    m_panels->dock("log").raise();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_live->isOn()) { // what it records becomes the document's first
        m_isCloseWanted = true;
        m_live->stop();
        return event->ignore();
    }
    if (!m_files->mayLeave())
        return event->ignore();
    if (isStartPageShown())
        setViewsVisible(true); // as they are remembered
    if (!m_options.isSafe)
        m_panels->save();
    event->accept();
}

} // namespace sastrugi::studio
