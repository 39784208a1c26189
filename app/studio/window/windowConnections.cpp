// What the parts of the window tell each other about runs and frames.
#include "app/studio/inspect/PlotPanel.h"
#include "app/studio/jobs/JobsPanel.h"
#include "app/studio/jobs/SimulateCommands.h"
#include "app/studio/live/LiveCommand.h"
#include "app/studio/log/LogPanel.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/outputs/CameraCommands.h"
#include "app/studio/outputs/OutputCommands.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/Panels.h"
#include "app/studio/window/questions.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QTimer>

namespace sastrugi::studio
{

void MainWindow::connectRuns()
{
    const auto showJobs = [this] {
        if (QDockWidget& dock = m_panels->dock("jobs"); !dock.isHidden())
            dock.raise();
    };
    connect(&m_runs, &Runs::said, m_log, &LogPanel::add);
    connect(&m_runs, &Runs::added, this, showJobs);
    connect(&m_runs, &Runs::frameWritten, this, [this](const std::string& node) {
        if (node == m_content.solver())
            m_frames.refresh();
    });
    connect(&m_runs, &Runs::doubted, this, [this](int id, const QString& sentences) {
        askWhetherToSimulate(this, sentences,
                             [this, id](bool isWanted) { isWanted ? m_runs.startAnyway(id) : m_runs.cancel(id); });
    });
    connect(m_simulate, &SimulateCommands::said, m_log, &LogPanel::add);
    m_simulate->setCurrentFrame([this] { return std::optional(m_timeline.frame()); });
    connect(m_jobs, &JobsPanel::nodeChosen, this, [this](const std::string& node) {
        if (m_document.graph().find(node))
            m_selection.set({node}, node);
    });
    connect(m_jobs, &JobsPanel::logWanted, this, [this](const std::string& node) {
        m_log->showNode(node);
        m_panels->dock("log").show();
        m_panels->dock("log").raise();
    });
}

void MainWindow::connectComparison()
{
    const QString category = tr("View");
    m_commands.add(this,
                   {"view.compare",
                    tr("Compare with Cache..."),
                    category,
                    {},
                    tr("Shows how far each particle is from that of another run, and its curves.")},
                   [this] {
                       const QString folder = QFileDialog::getExistingDirectory(this, tr("Compare with Cache"),
                                                                                toText(m_runs.cacheBase()));
                       if (folder.isEmpty())
                           return;
                       try {
                           m_comparison.setFolder(toPath(folder));
                       } catch (const std::exception& error) {
                           tellFailure(this, tr("Compare with Cache"), error.what());
                       }
                   });
    QAction* end = m_commands.add(
        this, {"view.compareEnd", tr("End Comparison"), category, {}, tr("Shows the frames as they are again.")},
        [this] { m_comparison.setFolder({}); });
    end->setEnabled(false);
    connect(&m_comparison, &Comparison::folderChanged, this, [this, end] {
        end->setEnabled(m_comparison.isOn());
        m_plots->setComparison(m_comparison.folder());
        if (m_shownFrame.frame && m_comparison.isOn())
            m_comparison.compare(m_shownFrame.frame);
        else
            m_content.setFrame(m_shownFrame.frame, m_shownFrame.isValid);
    });
    connect(&m_comparison, &Comparison::compared, this,
            [this](const std::shared_ptr<const Frame>& frame, const ComparedFrame& result, bool isFound) {
                if (!m_comparison.isOn() || frame != m_shownFrame.frame)
                    return; // another one is shown by now
                m_content.setFrame(
                    result.frame, m_shownFrame.isValid,
                    isFound
                        ? m_comparison.sentence(result.comparison)
                        : tr("%1 has no frame %2").arg(toText(m_comparison.folder().filename())).arg(frame->number));
                m_timeline.setShown(frame->number);
            });
}

void MainWindow::makeOutputs()
{
    const auto frames = [this]() -> std::optional<std::pair<std::int64_t, std::int64_t>> {
        std::optional<std::pair<std::int64_t, std::int64_t>> found;
        for (const auto& [frame, isValid] : m_frames.table().frames)
            if (isValid && m_timeline.playRange().contains(frame))
                found = {found ? found->first : frame, frame};
        return found;
    };
    auto* cameras = new CameraCommands({m_document, m_selection, m_evaluation, m_content, *m_views}, m_commands, *this);
    connect(cameras, &CameraCommands::said, m_log, &LogPanel::add);
    m_outputs = new OutputCommands({m_document, m_selection, *m_views, *cameras, [this] { return m_content.solver(); },
                                    [this] { return m_runs.cacheBase(); }, frames},
                                   m_commands, *this);
    connect(m_outputs, &OutputCommands::said, m_log, &LogPanel::add);
}

/// Views are kept in the scene file: saved with it, no step of undo.
void MainWindow::connectViews()
{
    connect(&m_document, &Document::replaced, m_views,
            [this] { m_views->setState(readViews(m_document.scene().views)); });
    connect(m_files, &DocumentFiles::aboutToSave, m_views,
            [this] { m_document.setViews(writeViews(m_views->state())); });
    connect(m_views, &ViewportArea::picked, this, [this](const std::optional<Pick>& pick) {
        if (pick && m_document.graph().find(pick->mesh))
            m_selection.set({pick->mesh}, pick->mesh);
    });
    connect(&m_content, &SceneContent::failed, this, [this](const std::string& node, const QString& reason) {
        m_log->add({LogLevel::Warning, node, "", reason.toStdString()});
    });
    connect(m_views, &ViewportArea::said, this, [this](const QString& text) {
        m_log->add({LogLevel::Info, "", "", text.toStdString()});
    });
}

void MainWindow::connectFrames()
{
    const auto follow = [this] {
        m_content.setCacheBase(m_runs.cacheBase());
        if (m_content.solver().empty())
            m_frames.setNoSource();
        else
            m_frames.setSource(m_content.solver(), m_content.scene(), m_runs.cacheBase());
        wantFrame();
    };
    connect(&m_content, &SceneContent::solverChanged, this, follow);
    connect(&m_document, &Document::fileStateChanged, this, follow);
    connect(&m_timeline, &Timeline::frameChanged, this, &MainWindow::wantFrame);
    const auto followTime = [this] {
        if (m_content.scene() && !m_live->isShowing())
            m_content.setTime(m_content.scene()->settings.timeOf(m_timeline.frame()));
    };
    connect(&m_timeline, &Timeline::frameChanged, this, followTime);
    connect(&m_content, &SceneContent::solverChanged, this, followTime);
    const auto readPath = [this] {
        const QColor& colour = theme().accent;
        m_paths.read(m_frames.table().folder, m_content.picked(),
                     {static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
                      static_cast<std::uint8_t>(colour.blue())});
    };
    connect(&m_content, &SceneContent::pickedChanged, this, readPath);
    connect(&m_frames, &FrameReader::tableChanged, this, readPath);
    connect(&m_paths, &PathReader::pathChanged, this, [this] { m_content.setPath(m_paths.path()); });
    connect(&m_timeline, &Timeline::playingChanged, this, [this](bool isPlaying) {
        m_views->setIsPlaying(isPlaying);
        wantFrame();
    });
    connect(&m_frames, &FrameReader::read, this, [this](const ReadFrame& read) {
        m_shownFrame = read;
        if (m_live->isShowing())
            return; // its own states are shown
        if (m_comparison.isOn() && read.frame)
            return m_comparison.compare(read.frame); // shown with what comes of it
        m_content.setFrame(read.frame, read.isValid);
        m_timeline.setShown(read.number);
    });
    m_views->setHand(m_live->handles());
    connect(m_live, &LiveSession::said, this, &MainWindow::tell);
    connect(m_live, &LiveSession::changed, this, [this, followTime] {
        if (m_live->isShowing())
            return;
        followTime();
        wantFrame();
        if (!m_live->isOn() && std::exchange(m_isCloseWanted, false))
            QTimer::singleShot(0, this, &QWidget::close);
    });
    // Whoever simulates into the cache is seen, also from a terminal.
    auto* look = new QTimer(this);
    look->setInterval(1000);
    connect(look, &QTimer::timeout, &m_frames, &FrameReader::refresh);
    look->start();
    connect(&m_frames, &FrameReader::logged, m_log, &LogPanel::add);
}

} // namespace sastrugi::studio
