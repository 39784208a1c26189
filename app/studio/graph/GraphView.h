// The view of the graph: pans, zooms, and turns what the mouse does into interactions.
#pragma once

#include "app/studio/graph/Interaction.h"

#include <QGraphicsView>

#include <memory>

namespace sastrugi::studio
{

/// A wire that waits for its other end.
struct OpenWire {
    std::string node, port;
    bool isFromOutput = true;
};

class GraphView : public QGraphicsView
{
    Q_OBJECT

public:
    GraphView(Document& document, Selection& selection, GraphScene& scene, QWidget* parent = nullptr);
    ~GraphView() override;

    /// Of the scene, for one pixel of the window.
    double pixelSize() const;
    void zoomBy(double factor, const QPoint& fixed);
    void showArea(const QRectF& area);
    /// Where the mouse is, or the middle when it is elsewhere; in scene coordinates.
    QPointF workPoint() const;

    void offerNodesFor(const OpenWire& wire, const QPointF& point) { Q_EMIT nodesWanted(wire, point); }
    void say(const QString& sentence) { Q_EMIT said(sentence); }
    /// A sentence beside a point of the scene, on a ground of its own.
    void paintNote(QPainter& painter, const QPointF& point, const QString& note) const;
    bool isInteracting() const { return m_interaction != nullptr; }
    void cancelInteraction();

Q_SIGNALS:
    void nodesWanted(const sastrugi::studio::OpenWire& wire, const QPointF& point);
    /// Any node, to be placed here.
    void anyNodeWanted(const QPointF& point);
    void contextMenuWanted(const QPointF& point, const QPoint& globalPoint);
    void renameWanted(const std::string& node);
    void filesDropped(const QStringList& files, const QPointF& point);
    void said(const QString& sentence);
    void viewportMoved();

protected:
    void drawBackground(QPainter* painter, const QRectF& area) override;
    void drawForeground(QPainter* painter, const QRectF& area) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    GraphContext context() { return {m_document, m_selection, m_scene, *this}; }
    void paintHint(QPainter& painter) const;
    void pressLeft(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void reroute(const Link& link, const QPointF& point);
    void pressNode(NodeItem& node, const QPointF& point, Qt::KeyboardModifiers modifiers);
    void run(const std::function<void(Interaction&)>& call);

    Document& m_document;
    Selection& m_selection;
    GraphScene& m_scene;
    std::unique_ptr<Interaction> m_interaction;
    std::function<std::unique_ptr<Interaction>(const QPointF& start)> m_pending; // begins once the mouse has moved
    std::function<void()> m_onClick;                                             // when it has not
    bool m_isCalling = false, m_isPanning = false;
    QPoint m_pressed, m_lastPan;
    Qt::MouseButton m_button = Qt::NoButton;
};

} // namespace sastrugi::studio
