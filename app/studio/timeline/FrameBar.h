// The frames as a bar: which are cached, stale or missing, what is played, and the one that is looked at.
#pragma once

#include "app/studio/frames/FrameReader.h"
#include "app/studio/timeline/Timeline.h"

#include <QWidget>

namespace sastrugi::studio
{

class FrameBar : public QWidget
{
    Q_OBJECT

public:
    FrameBar(Timeline& timeline, const FrameReader& frames, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Grip { None, Frame, In, Out };

    double positionOf(double frame) const;
    std::int64_t frameAt(double x) const;
    Grip gripAt(const QPointF& point) const;
    QRectF cacheArea() const;
    void paintCache(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    QString tipAt(std::int64_t frame) const;

    Timeline& m_timeline;
    const FrameReader& m_frames;
    Grip m_grip = Grip::None;
};

} // namespace sastrugi::studio
