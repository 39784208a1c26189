// A picture of the scene in the window, turned, moved and zoomed with the mouse.
//
// Left: orbit, or pick with a click. Middle, or Shift and left: pan. Right, or the wheel: zoom, the wheel to the mouse.
// While something moves, less of large scenes is drawn; shortly after, all of it again.
#pragma once

#include "app/render/View.h"

#include <QOpenGLWidget>
#include <QTimer>

namespace sastrugi::studio
{

class SceneWidget : public QOpenGLWidget
{
    Q_OBJECT

public:
    explicit SceneWidget(QWidget* parent = nullptr);
    ~SceneWidget() override;

    /// Change what is shown through it, then call redraw().
    View& view() { return *m_view; }
    void redraw();
    /// Frames all there is, or the box.
    void fit(const Bounds& bounds = {});
    void changeCamera(const std::function<void(Camera&)>& change);
    /// Draws less, until it was not called for a while; for playing and for drags elsewhere.
    void touch();
    /// As long as it is set, less is drawn.
    void setIsPlaying(bool isPlaying);
    /// Words over the picture, at the upper edge; empty: none.
    void setNote(const QString& note, bool isWarning);
    /// Words beside the scale bar; empty: none.
    void setLegend(const QString& legend);
    /// Of what was picked, "name\tvalue" each.
    void setFacts(const QStringList& facts);
    /// Whether there are axes, a scale bar and the bar of the colours.
    void setHasOverlay(bool hasOverlay);
    /// How many pictures were drawn so far.
    int drawnCount() const { return m_drawnCount; }

Q_SIGNALS:
    /// A click: what is there, or nothing.
    void picked(const std::optional<sastrugi::Pick>& pick);
    void cameraChanged();
    void contextMenuWanted(const QPoint& globalPosition);

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Overlay;
    enum class Drag { None, Orbit, Pan, Zoom };

    QPointF inPicture(const QPointF& position) const;
    void useTheme();
    void leaveContext();
    void setReduced(bool isReduced);

    std::unique_ptr<View> m_view;
    Overlay* m_overlay;
    QTimer m_rest;
    bool m_isDirty = true, m_isPlaying = false, m_hasOverlay = true, m_isNoteWarning = false, m_hasMoved = false;
    int m_drawnCount = 0;
    QString m_note, m_legend;
    QStringList m_facts;
    Drag m_drag = Drag::None;
    QPointF m_pressed, m_last;
};

} // namespace sastrugi::studio
