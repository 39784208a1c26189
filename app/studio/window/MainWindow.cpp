#include "app/studio/window/MainWindow.h"

#include "app/studio/graph/GraphEditor.h"
#include "app/studio/log/LogPanel.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/settings/Settings.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/Panels.h"
#include "app/studio/window/StatusLine.h"
#include "app/studio/window/menus.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace sastrugi::studio
{

MainWindow::MainWindow(const NodeRegistry& types, const WindowOptions& options, QWidget* parent)
    : QMainWindow(parent), m_options(options), m_document(types), m_selection(m_document), m_evaluation(m_document),
      m_files(new DocumentFiles(m_document, m_evaluation, *this)), m_panels(new Panels(*this))
{
    setWindowIcon(applicationIcon());
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    m_evaluation.setAutomatic(!options.isSafe);
    makePanels();
    addFileCommands();
    addEditCommands();
    addViewCommands();
    addEvaluationCommands();
    addHelpCommands();
    makeMenus();
    connect(&m_document, &Document::fileStateChanged, this, &MainWindow::showTitle);
    connect(&m_evaluation, &Evaluation::logged, m_log, &LogPanel::add);
    connect(m_files, &DocumentFiles::said, m_log, &LogPanel::add);
    showTitle();
    resize(1440, 900);
    m_panels->rememberDefault();
    if (!options.isSafe)
        m_panels->restore();
}

MainWindow::~MainWindow()
{
    // The panels go before what they show, and nobody is told of the end of the document.
    m_document.undoStack().disconnect();
    m_document.disconnect();
    delete takeCentralWidget();
    for (QDockWidget* dock : m_panels->docks())
        delete dock;
}

void MainWindow::makePanels()
{
    m_graph = new GraphEditor(m_document, m_selection, m_evaluation, m_commands, this);
    setCentralWidget(m_graph);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    auto* properties = new PropertyPanel(m_document, m_selection, m_evaluation, m_commands, this);
    QDockWidget* right = m_panels->add("properties", tr("Properties"), properties, Qt::RightDockWidgetArea);
    m_log = new LogPanel(m_document, m_selection, m_commands, this);
    QDockWidget* bottom = m_panels->add("log", tr("Log"), m_log, Qt::BottomDockWidgetArea);
    resizeDocks({right}, {370}, Qt::Horizontal);
    resizeDocks({bottom}, {180}, Qt::Vertical);
    connect(m_log, &LogPanel::nodeChosen, this, [this](const std::string& node) { m_graph->showNodes({node}); });
}

void MainWindow::makeMenus()
{
    const Menus menus = fillMenus(*menuBar(), m_commands);
    QMenu* recent = menus.openRecent;
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillOpenRecent(*recent); });
    menus.recover->menuAction()->setVisible(false);
    auto* line = new StatusLine(m_document, m_evaluation, *m_commands.action("evaluation.automatic"), this);
    setStatusBar(line);
    connect(line, &StatusLine::problemClicked, this, &MainWindow::showProblem);
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
    m_panels->docks().last()->show();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayLeave())
        return event->ignore();
    if (!m_options.isSafe)
        m_panels->save();
    event->accept();
}

} // namespace sastrugi::studio
