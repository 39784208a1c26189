// The window: the panels around one document, and the menus.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Document.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QMainWindow>

class QStackedWidget;

namespace sastrugi::studio
{

class DocumentFiles;
class GraphEditor;
class LogPanel;
class Panels;
class PropertyPanel;

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

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void makePanels();
    void addFileCommands();
    void addEditCommands();
    void addViewCommands();
    void addEvaluationCommands();
    void addHelpCommands();
    void makeMenus();
    void fillOpenRecent(QMenu& menu);
    void showTitle();
    void showProblem(const std::string& node);

    WindowOptions m_options;
    Document m_document;
    Selection m_selection;
    Evaluation m_evaluation;
    Commands m_commands;
    DocumentFiles* m_files = nullptr;
    Panels* m_panels = nullptr;
    GraphEditor* m_graph = nullptr;
    LogPanel* m_log = nullptr;
};

} // namespace sastrugi::studio
