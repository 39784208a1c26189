// Words that wrap anywhere, so that whatever stands in them, a long file name for one, they ask for no width.
#pragma once

#include <QLabel>

namespace sastrugi::studio
{

class SentenceLabel : public QLabel
{
    Q_OBJECT

public:
    explicit SentenceLabel(QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
};

/// A sentence on a ground of its own, laid over what is below a field: nothing moves when it comes.
class SentenceBubble : public SentenceLabel
{
    Q_OBJECT

public:
    explicit SentenceBubble(QWidget* parent);
    /// Below `field`, or above it where there is no room.
    void showBeside(const QRect& field);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace sastrugi::studio
