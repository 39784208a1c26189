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

    void show(const QString& title, const std::map<std::int64_t, double>& values);
    const QString& title() const { return m_title; }
    const std::map<std::int64_t, double>& values() const { return m_values; }
    void setRange(std::int64_t first, std::int64_t last);
    void setFrame(std::int64_t frame);

    QSize sizeHint() const override { return {240, 130}; }
    QSize minimumSizeHint() const override { return {140, 90}; }

Q_SIGNALS:
    void frameChosen(qint64 frame);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QRectF area() const;
    double xOf(double frame) const;
    std::pair<double, double> limits() const;

    QString m_title;
    std::map<std::int64_t, double> m_values;
    std::int64_t m_first = 1, m_last = 1, m_frame = 1;
};

} // namespace sastrugi::studio
