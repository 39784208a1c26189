#include "app/studio/window/MainWindow.h"

#include "app/studio/graph/GraphEditor.h"
#include "app/studio/properties/PropertyPanel.h"

#include <QDockWidget>

namespace sastrugi::studio
{

MainWindow::MainWindow(const NodeRegistry& types, QWidget* parent)
    : QMainWindow(parent), m_document(types), m_selection(m_document), m_evaluation(m_document)
{
    setCentralWidget(new GraphEditor(m_document, m_selection, m_evaluation, m_commands, this));
    auto* dock = new QDockWidget(tr("Properties"), this);
    dock->setWidget(new PropertyPanel(m_document, m_selection, m_evaluation, m_commands, this));
    addDockWidget(Qt::RightDockWidgetArea, dock);
    resize(1400, 900);
}

} // namespace sastrugi::studio
