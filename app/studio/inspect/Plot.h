// A curve over the frames, with the frame that is looked at.
#pragma once

#include <QWidget>

#include <cstdint>
#include <map>

namespace sastrugi::studio
{

class Plot : public QWidget
{
    Q_OBJECT

public:
    explicit Plot(QWidget* parent = nullptr);

    using Values = std::map<std::int64_t, double>; // by frame

    /// `others` are those of a cache that is compared.
    void show(const QString& title, const Values& values, const Values& others = {});
    const QString& title() const { return m_title; }
    const Values& values() const { return m_values; }
    const Values& others() const { return m_others; }
    void setRange(std::int64_t first, std::int64_t last);
    void setFrame(std::int64_t frame);

    QSize sizeHint() const override { return {240, 130}; }
    QSize minimumSizeHint() const override { return {140, 60}; }

Q_SIGNALS:
    void frameChosen(qint64 frame);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QRectF area() const;
    double xOf(double frame) const;
    double yOf(double value) const;
    void paintCurve(QPainter& painter, const Values& values) const;
    std::pair<double, double> limits() const;

    QString m_title;
    Values m_values, m_others;
    std::int64_t m_first = 1, m_last = 1, m_frame = 1;
};

} // namespace sastrugi::studio
