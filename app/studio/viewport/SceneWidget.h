// A picture of the scene in the window, turned, moved and zoomed with the mouse.
//
// Left: orbit, or pick with a click, or what a Hand makes of it. Middle, or Shift and left: pan. Right, or the wheel:
// zoom, the wheel to the mouse. While something moves, less of large scenes is drawn; shortly after, all of it again.
// VTK draws into a frame buffer of its own context, off screen; what is painted is a copy of that.
#pragma once

#include "app/render/View.h"

#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QWidget>

class QOffscreenSurface;
class QOpenGLContext;
class QPainter;

namespace sastrugi::studio
{

class Hand;

class SceneWidget : public QWidget
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
    /// Draws less, until it was not called for a while; for drags elsewhere.
    void touch();
    /// Draws less from the second time on, where one follows soon after the other; for frames that are scrubbed.
    void touchWhenRepeated();
    /// Whom drags with the left button are offered first; null: nobody. It must outlive this.
    void setHand(Hand* hand) { m_hand = hand; }
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
    /// What is shown, without the words and bars over it; null where nothing can be drawn.
    QImage picture();
    /// How many pictures were drawn so far.
    int drawnCount() const { return m_drawnCount; }

Q_SIGNALS:
    /// A click: what is there, or nothing.
    void picked(const std::optional<sastrugi::Pick>& pick);
    void cameraChanged();
    void contextMenuWanted(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag { None, Orbit, Pan, Zoom, Hand };

    QPointF inPicture(const QPointF& position) const;
    bool makeContext();
    void draw();
    void paintOver(QPainter& painter);
    void useTheme();
    void setReduced(bool isReduced);

    std::unique_ptr<QOffscreenSurface> m_surface;
    std::unique_ptr<QOpenGLContext> m_context;
    bool m_isContextTried = false;
    std::unique_ptr<View> m_view;
    QImage m_picture;
    QTimer m_rest;
    QElapsedTimer m_sinceTouch;
    bool m_isDirty = true, m_isPlaying = false, m_hasOverlay = true, m_isNoteWarning = false, m_hasMoved = false;
    int m_drawnCount = 0;
    QString m_note, m_legend;
    QStringList m_facts;
    Drag m_drag = Drag::None;
    Hand* m_hand = nullptr;
    QPointF m_pressed, m_last;
};

} // namespace sastrugi::studio
