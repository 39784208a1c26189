#include "app/studio/timeline/TimelinePanel.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/timeline/FrameBar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

namespace sastrugi::studio
{

namespace
{

QKeySequence key(QKeyCombination combination) { return QKeySequence(combination); }

std::int64_t sceneNumber(const Document& document, const char* name)
{
    return std::get<std::int64_t>(document.graph().value(Graph::sceneNode, name));
}

} // namespace

TimelinePanel::TimelinePanel(Document& document, Timeline& timeline, const FrameReader& frames, Commands& commands,
                             QWidget* views, QWidget* window)
    : QWidget(window), m_document(document), m_timeline(timeline), m_frames(frames),
      m_bar(new FrameBar(timeline, frames, this)), m_frame(addField("currentFrame", tr("The frame that is looked at"))),
      m_first(addField("firstFrame", tr("The scene's first frame"))),
      m_last(addField("lastFrame", tr("The scene's last frame; extending the range changes no frame"))),
      m_note(new QLabel(this))
{
    setObjectName("timeline");
    addCommands(commands, views, window);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(2);
    addButtons(*row, commands,
               {"timeline.first", "timeline.previous", "timeline.playBack", "timeline.play", "timeline.next",
                "timeline.last", "timeline.loop"});
    row->addSpacing(4);
    row->addWidget(m_frame);
    row->addSpacing(4);
    row->addWidget(m_first);
    row->addWidget(m_bar, 1);
    row->addWidget(m_last);
    row->addSpacing(4);
    row->addWidget(m_note);
    m_note->setForegroundRole(QPalette::PlaceholderText);

    connect(&document, &Document::graphChanged, this, &TimelinePanel::followDocument);
    connect(&document, &Document::replaced, this, [this] {
        m_timeline.stop();
        followDocument();
        m_timeline.setPlayRange(m_timeline.range());
        m_timeline.setFrame(m_timeline.range().first);
    });
    for (const auto changed : {&Timeline::rangeChanged, &Timeline::settingsChanged})
        connect(&timeline, changed, this, &TimelinePanel::showState);
    connect(&timeline, &Timeline::frameChanged, this, &TimelinePanel::showState);
    connect(&timeline, &Timeline::playingChanged, this, &TimelinePanel::showState);
    connect(&frames, &FrameReader::tableChanged, this, &TimelinePanel::showState);
    connect(m_frame, &QSpinBox::editingFinished, this, [this] { m_timeline.setFrame(m_frame->value()); });
    connect(m_first, &QSpinBox::editingFinished, this, [this] { changeRange("firstFrame", m_first->value()); });
    connect(m_last, &QSpinBox::editingFinished, this, [this] { changeRange("lastFrame", m_last->value()); });
    followDocument();
    showState();
}

QSpinBox* TimelinePanel::addField(const QString& name, const QString& tip)
{
    auto* field = new QSpinBox(this);
    field->setObjectName(name);
    field->setRange(0, 1000000);
    field->setButtonSymbols(QSpinBox::NoButtons);
    field->setAlignment(Qt::AlignCenter);
    field->setKeyboardTracking(false);
    field->setFixedWidth(fontMetrics().horizontalAdvance("100000") + 18);
    field->setToolTip(tip);
    field->setAccessibleName(tip);
    return field;
}

void TimelinePanel::addButtons(QHBoxLayout& row, const Commands& commands, const QStringList& ids)
{
    for (const QString& id : ids) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(commands.action(id));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        row.addWidget(button);
    }
}

void TimelinePanel::addCommands(Commands& commands, QWidget* views, QWidget* window)
{
    const QString category = tr("Timeline");
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        return commands.add(window, definition, run);
    };
    const auto addToViews = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        return commands.add(views, definition, run);
    };
    const auto step = [this](std::int64_t by) {
        m_timeline.stop();
        m_timeline.setFrame(m_timeline.frame() + by);
    };
    addToViews(
        {"timeline.play", tr("Play"), category, {key(Qt::Key_L)}, tr("Plays forwards; again: twice as fast."), "play"},
        [this] { m_timeline.play(1); });
    addToViews({"timeline.playBack",
                tr("Play Backwards"),
                category,
                {key(Qt::Key_J)},
                tr("Plays backwards; again: twice as fast."),
                "play-back"},
               [this] { m_timeline.play(-1); });
    addToViews({"timeline.stop", tr("Stop Playing"), category, {key(Qt::Key_K)}, tr("Stays at this frame."), "pause"},
               [this] { m_timeline.stop(); });
    addToViews({"timeline.toggle", tr("Play or Stop"), category, {key(Qt::Key_Space)}, tr("Plays forwards, or stops.")},
               [this] { m_timeline.isPlaying() ? m_timeline.stop() : m_timeline.play(1); });
    add({"timeline.next",
         tr("Next Frame"),
         category,
         {key(Qt::ALT | Qt::Key_Right)},
         tr("One frame on."),
         "step-forward"},
        [step] { step(1); });
    add({"timeline.previous",
         tr("Previous Frame"),
         category,
         {key(Qt::ALT | Qt::Key_Left)},
         tr("One frame back."),
         "step-back"},
        [step] { step(-1); });
    addToViews({"timeline.viewNext", tr("Next Frame (Viewport)"), category, {key(Qt::Key_Right)}, tr("One frame on.")},
               [step] { step(1); });
    addToViews({"timeline.viewPrevious",
                tr("Previous Frame (Viewport)"),
                category,
                {key(Qt::Key_Left)},
                tr("One frame back.")},
               [step] { step(-1); });
    add({"timeline.forward10", tr("Ten Frames On"), category, {key(Qt::ALT | Qt::SHIFT | Qt::Key_Right)}, {}},
        [step] { step(10); });
    add({"timeline.back10", tr("Ten Frames Back"), category, {key(Qt::ALT | Qt::SHIFT | Qt::Key_Left)}, {}},
        [step] { step(-10); });
    add({"timeline.first",
         tr("First Frame"),
         category,
         {key(Qt::ALT | Qt::Key_Up)},
         tr("The first frame of what is played."),
         "to-first"},
        [this] { m_timeline.setFrame(m_timeline.playRange().first); });
    add({"timeline.last",
         tr("Last Frame"),
         category,
         {key(Qt::ALT | Qt::Key_Down)},
         tr("The last frame of what is played."),
         "to-last"},
        [this] { m_timeline.setFrame(m_timeline.playRange().last); });
    add({"timeline.lastCached",
         tr("Last Simulated Frame"),
         category,
         {key(Qt::ALT | Qt::Key_End)},
         tr("The last frame that is on disk.")},
        [this] { jumpToCached(1); });
    add({"timeline.in",
         tr("Play From Here"),
         category,
         {key(Qt::ALT | Qt::Key_I)},
         tr("This frame is the first that is played.")},
        [this] {
            m_timeline.setPlayRange({m_timeline.frame(), std::max(m_timeline.frame(), m_timeline.playRange().last)});
        });
    add({"timeline.out",
         tr("Play Up to Here"),
         category,
         {key(Qt::ALT | Qt::Key_O)},
         tr("This frame is the last that is played.")},
        [this] {
            m_timeline.setPlayRange({std::min(m_timeline.frame(), m_timeline.playRange().first), m_timeline.frame()});
        });
    add({"timeline.whole",
         tr("Play the Whole Range"),
         category,
         {key(Qt::ALT | Qt::Key_P)},
         tr("All of the scene's frames are played.")},
        [this] { m_timeline.setPlayRange(m_timeline.range()); });
    QAction* loop =
        add({"timeline.loop", tr("Loop"), category, {}, tr("Begins again at the end, or stops there."), "loop"}, {});
    loop->setCheckable(true);
    loop->setChecked(m_timeline.end() == PlayEnd::Loop);
    connect(loop, &QAction::toggled, this,
            [this](bool isLoop) { m_timeline.setEnd(isLoop ? PlayEnd::Loop : PlayEnd::Stop); });
    QAction* back = add({"timeline.return", tr("Play to and fro"), category, {}, tr("Turns round at both ends.")}, {});
    back->setCheckable(true);
    connect(back, &QAction::toggled, this, [this, loop](bool isReturn) {
        m_timeline.setEnd(isReturn ? PlayEnd::Return : loop->isChecked() ? PlayEnd::Loop : PlayEnd::Stop);
    });
    QAction* every = add({"timeline.everyFrame",
                          tr("Play Every Frame"),
                          category,
                          {},
                          tr("Leaves out none, even where it becomes slower than real time.")},
                         {});
    every->setCheckable(true);
    connect(every, &QAction::toggled, this,
            [this](bool isEvery) { m_timeline.setPace(isEvery ? PlayPace::EveryFrame : PlayPace::RealTime); });
}

void TimelinePanel::followDocument()
{
    m_timeline.setRange({sceneNumber(m_document, "firstFrame"), sceneNumber(m_document, "lastFrame")});
    m_timeline.setFramesPerSecond(std::get<double>(m_document.graph().value(Graph::sceneNode, "framesPerSecond")));
}

void TimelinePanel::changeRange(const char* key, std::int64_t frame)
{
    if (frame == sceneNumber(m_document, key))
        return;
    m_document.edit(tr("Change Frame Range"), [&](Graph& graph) { graph.setValue(Graph::sceneNode, key, frame); });
    showState();
}

void TimelinePanel::jumpToCached(int direction)
{
    const std::map<std::int64_t, bool>& frames = m_frames.table().frames;
    if (!frames.empty())
        m_timeline.setFrame(direction > 0 ? frames.rbegin()->first : frames.begin()->first);
}

void TimelinePanel::showState()
{
    const auto show = [](QSpinBox* field, std::int64_t value) {
        const QSignalBlocker blocker(field);
        field->setValue(static_cast<int>(value));
    };
    show(m_frame, m_timeline.frame());
    show(m_first, m_timeline.range().first);
    show(m_last, m_timeline.range().last);
    const double seconds =
        static_cast<double>(m_timeline.frame() - m_timeline.range().first) / m_timeline.framesPerSecond();
    QString note = tr("%1 s").arg(seconds, 0, 'f', 2);
    if (m_timeline.speed() > 1)
        note += tr(", %1 x").arg(m_timeline.speed());
    m_note->setText(note);
}

} // namespace sastrugi::studio
