// The window: the panels around one document, and the menus.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Document.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QMainWindow>

namespace sastrugi::studio
{

class GraphEditor;
class PropertyPanel;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const NodeRegistry& types, QWidget* parent = nullptr);

    Document& document() { return m_document; }
    Selection& selection() { return m_selection; }
    Evaluation& evaluation() { return m_evaluation; }

private:
    Document m_document;
    Selection m_selection;
    Evaluation m_evaluation;
    Commands m_commands;
};

} // namespace sastrugi::studio
