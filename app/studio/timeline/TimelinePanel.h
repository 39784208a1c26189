// The timeline: buttons, the bar of frames, the frame and the ranges as numbers; and its commands.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Document.h"
#include "app/studio/frames/FrameReader.h"
#include "app/studio/timeline/Timeline.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QSpinBox;
class QToolButton;

namespace sastrugi::studio
{

class FrameBar;

class TimelinePanel : public QWidget
{
    Q_OBJECT

public:
    /// Plain letters are keys of `views` only: the graph has others for the same.
    TimelinePanel(Document& document, Timeline& timeline, const FrameReader& frames, Commands& commands, QWidget* views,
                  QWidget* window);

private:
    void addCommands(Commands& commands, QWidget* views, QWidget* window);
    void addButtons(QHBoxLayout& row, const Commands& commands, const QStringList& ids);
    QSpinBox* addField(const QString& name, const QString& tip);
    void followDocument();
    void showState();
    void changeRange(const char* key, std::int64_t frame);
    void jumpToCached(int direction);

    Document& m_document;
    Timeline& m_timeline;
    const FrameReader& m_frames;
    FrameBar* m_bar;
    QSpinBox *m_frame, *m_first, *m_last;
    QLabel* m_note;
};

} // namespace sastrugi::studio
