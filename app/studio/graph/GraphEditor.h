// The graph, drawn and edited: the view, what floats over it, and the commands that act on what is selected.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/graph/GraphScene.h"
#include "app/studio/graph/GraphView.h"

#include <QWidget>

namespace sastrugi::studio
{

class AddNodePopup;
class FindBar;
class Minimap;

class GraphEditor : public QWidget
{
    Q_OBJECT

public:
    GraphEditor(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                QWidget* parent = nullptr);

    GraphView& view() { return *m_view; }
    GraphScene& scene() { return *m_scene; }

    /// Scrolls and zooms so that these nodes are seen; all when there are none.
    void showNodes(const std::vector<std::string>& nodes);
    /// A Mesh File node for each, from `point` of the scene down. Paths are relative to the scene where it has a
    /// folder.
    void addMeshFiles(const QStringList& files, const QPointF& point);

Q_SIGNALS:
    /// Why something was not done, as a sentence.
    void said(const QString& sentence);
    /// Files that are no meshes were dropped: scenes, for one.
    void filesDropped(const QStringList& files);

private:
    void declareCommands(Commands& commands);
    void declareClipboardCommands(Commands& commands);
    void declareNodeCommands(Commands& commands);
    void declareViewCommands(Commands& commands);

    void offerNodes(const QPointF& point);
    void offerNodesFor(const OpenWire& wire, const QPointF& point);
    void offerNodesInto(const Link& link, const QPointF& point);
    void addNode(const NodeType& type, const QPointF& point);
    void showContextMenu(const QPointF& point, const QPoint& globalPoint);
    void showWireMenu(const Link& link, const QPointF& point, const QPoint& globalPoint);
    void beginRename(const std::string& node);

    void copy();
    void paste(const QString& text, const QString& name, const QPointF& point, bool keepsInputs);
    void duplicate();
    void removeSelected(bool reconnects);
    void toggleBypassed();
    void toggleShown();
    void connectSelected();
    void arrangeSelected();
    void addBackdrop();
    void selectNeighbour(const QPointF& direction);
    void nudge(const QPointF& shift);
    /// Tells instead of throwing.
    bool edit(const QString& name, const std::function<void(Graph&)>& change, Gesture gesture = 0);

    Document& m_document;
    Selection& m_selection;
    Commands& m_commands;
    GraphScene* m_scene;
    GraphView* m_view;
    AddNodePopup* m_popup;
    FindBar* m_find;
    Minimap* m_minimap;
};

} // namespace sastrugi::studio
