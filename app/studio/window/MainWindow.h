// The window: the panels around one document, and the menus.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/commands/Shortcuts.h"
#include "app/studio/document/Document.h"
#include "app/studio/document/Recovery.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/frames/FrameReader.h"
#include "app/studio/inspect/Comparison.h"
#include "app/studio/inspect/PathReader.h"
#include "app/studio/jobs/Runs.h"
#include "app/studio/timeline/Timeline.h"
#include "app/studio/viewport/SceneContent.h"

#include <QMainWindow>

class QStackedWidget;
class QToolBar;

namespace sastrugi::studio
{

class CommandPalette;
class DocumentFiles;
class GraphEditor;
class JobsPanel;
class LiveSession;
class LogPanel;
class OutputCommands;
class Panels;
class PlotPanel;
class PropertyPanel;
class RunMarks;
class SimulateCommands;
class StartPage;
class StatusLine;
class ViewportArea;

struct WindowOptions {
    /// Nothing that was remembered is used, and nothing is evaluated: for when something of that is at fault.
    bool isSafe = false;
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const NodeRegistry& types, const WindowOptions& options = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    Selection& selection() { return m_selection; }
    Evaluation& evaluation() { return m_evaluation; }
    Commands& commands() { return m_commands; }
    DocumentFiles& files() { return *m_files; }
    Panels& panels() { return *m_panels; }
    GraphEditor& graphEditor() { return *m_graph; }
    LogPanel& logPanel() { return *m_log; }
    Recovery& recovery() { return m_recovery; }
    Shortcuts& shortcuts() { return m_shortcuts; }
    Runs& runs() { return m_runs; }
    JobsPanel& jobsPanel() { return *m_jobs; }
    SimulateCommands& simulateCommands() { return *m_simulate; }
    Timeline& timeline() { return m_timeline; }
    FrameReader& frames() { return m_frames; }
    SceneContent& content() { return m_content; }
    ViewportArea& viewports() { return *m_views; }
    LiveSession& live() { return *m_live; }
    OutputCommands& outputs() { return *m_outputs; }
    Comparison& comparison() { return m_comparison; }
    PlotPanel& plots() { return *m_plots; }
    bool isStartPageShown() const;

    /// Opens the first scene; all that is no scene is taken as a mesh.
    void takeFiles(const QStringList& files, const QPoint& globalPosition);

    /// Asks whether to recover what a session that died has left, if there is anything.
    void offerRecovery();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makePanels();
    void addFileCommands();
    void addEditCommands();
    void addViewCommands();
    void addEvaluationCommands();
    void addHelpCommands();
    void makeMenus();
    void connectParts();
    void connectFrames();
    void connectViews();
    void makeOutputs();
    void connectComparison();
    void connectRuns();
    void setViewsVisible(bool isVisible);
    void wantFrame();
    void fillOpenRecent(QMenu& menu);
    void fillRecover(QMenu& menu);
    void recover(const RecoveryCopy& copy);
    void showStartPage(bool isShown);
    void tell(const LogMessage& message);
    void showWhatHolds(const std::string& node);
    void showTitle();
    void showProblem(const std::string& node);

    WindowOptions m_options;
    Document m_document;
    Selection m_selection;
    Evaluation m_evaluation;
    Timeline m_timeline;
    FrameReader m_frames;
    PathReader m_paths;
    Comparison m_comparison;
    ReadFrame m_shownFrame; // as it was read
    SceneContent m_content;
    Commands m_commands;
    Shortcuts m_shortcuts;
    Recovery m_recovery;
    Runs m_runs;
    RunMarks* m_marks = nullptr;
    LiveSession* m_live = nullptr;
    SimulateCommands* m_simulate = nullptr;
    DocumentFiles* m_files = nullptr;
    Panels* m_panels = nullptr;
    GraphEditor* m_graph = nullptr;
    PropertyPanel* m_properties = nullptr;
    LogPanel* m_log = nullptr;
    JobsPanel* m_jobs = nullptr;
    ViewportArea* m_views = nullptr;
    OutputCommands* m_outputs = nullptr;
    PlotPanel* m_plots = nullptr;
    StatusLine* m_status = nullptr;
    QToolBar* m_timelineBar = nullptr;
    bool m_isCloseWanted = false; // when the live run is over
    bool m_areViewsWanted = true, m_isTimelineWanted = true; // when the start page is left
    QStackedWidget* m_centre = nullptr;                      // the graph, or the start page
    StartPage* m_start = nullptr;
    CommandPalette* m_palette = nullptr;
};

} // namespace sastrugi::studio
