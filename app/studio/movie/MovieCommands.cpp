#include "app/studio/movie/MovieCommands.h"

#include "app/studio/document/Document.h"
#include "app/studio/movie/movieOfView.h"
#include "app/studio/viewport/ViewportArea.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QStandardPaths>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

constexpr const char* movieType = "output.movie";

} // namespace

MovieCommands::MovieCommands(Context context, Commands& commands, QWidget& window)
    : QObject(&window), m_context(std::move(context)), m_window(window)
{
    const QString category = tr("Movie");
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        commands.add(&window, definition, run);
    };
    const QKeyCombination key = Qt::CTRL | Qt::SHIFT | Qt::Key_F12;
    add({"movie.playblast",
         tr("Playblast..."),
         category,
         {QKeySequence(key)},
         tr("Draws the played range as the active view shows it, to a film or to pictures."),
         "output.movie"},
        [this] { askForPlayblast(); });
    add({"movie.render", tr("Render Movie"), category, {}, tr("Draws what the active Movie node says.")},
        [this] { renderNode(); });
    add({"movie.takeView",
         tr("Movie from View"),
         category,
         {},
         tr("Gives the active Movie node the camera, the colours and the background of the active view.")},
        [this] { takeView(); });
    connect(&m_maker, &MovieMaker::progressed, this, [this](int done, int count) {
        if (m_progress) {
            m_progress->setMaximum(count);
            m_progress->setValue(count > 0 ? std::min(done, count - 1) : 0); // the last step is the program's end
        }
    });
    connect(&m_maker, &MovieMaker::finished, this, [this](const QString& file, int count) {
        delete m_progress;
        say(LogLevel::Info, QFileInfo(file).suffix() == "mp4"
                                ? tr("Wrote %1.").arg(file)
                                : tr("Wrote %n picture(s), from %1 on.", nullptr, count).arg(file));
    });
    connect(&m_maker, &MovieMaker::failed, this, [this](const QString& sentence) {
        delete m_progress;
        if (sentence.isEmpty())
            say(LogLevel::Info, tr("The movie was cancelled."));
        else {
            say(LogLevel::Error, sentence);
            auto* box = new QMessageBox(QMessageBox::Warning, tr("Movie"), sentence, QMessageBox::Ok, &m_window);
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        }
    });
}

void MovieCommands::say(LogLevel level, const QString& text) { Q_EMIT said({level, "", "movie", text.toStdString()}); }

std::string MovieCommands::movieNode()
{
    const Graph& graph = m_context.document.graph();
    std::vector<std::string> movies;
    for (const Node& node : graph.nodes())
        if (node.type == movieType)
            movies.push_back(node.name);
    if (std::ranges::find(movies, m_context.selection.active()) != movies.end())
        return m_context.selection.active();
    if (movies.size() == 1)
        return movies.front();
    say(LogLevel::Warning, movies.empty() ? tr("The scene has no Movie node: add one, and link a solver to it.")
                                          : tr("Select the Movie node: the scene has several."));
    return {};
}

void MovieCommands::takeView()
{
    const std::string node = movieNode();
    if (node.empty())
        return;
    m_context.document.edit(tr("Movie from View"), [&](Graph& graph) {
        const auto before = typedValues<MovieParameters>(graph.node(node).values);
        MovieParameters movie = movieOfView(m_context.views.active(), before);
        movie.width = before.width; // of the film, not of the window
        movie.height = before.height;
        forEachParameter(movie, [&](const ParameterInfo& info, const auto& value) {
            graph.setValue(node, info.key, toParameterValue(info, value));
        });
    });
}

void MovieCommands::renderNode()
{
    const std::string node = movieNode();
    if (node.empty())
        return;
    const SceneDocument& document = m_context.document.scene();
    const auto& file = typedValues<MovieParameters>(document.graph.node(node).values).file;
    if (document.file.empty() && QFileInfo(QString::fromStdString(file.text)).isRelative())
        return say(LogLevel::Warning, tr("Save the scene first: the movie's file is relative to it."));
    start(document, {node, toText(resolvePath(document.directory(), file))});
}

void MovieCommands::askForPlayblast()
{
    const bool hasFilms = !QStandardPaths::findExecutable("ffmpeg").isEmpty();
    const QString folder = m_context.document.scene().file.empty()
                               ? QDir::homePath()
                               : toText(m_context.document.scene().file.parent_path());
    const QString film = tr("Films (*.mp4)"), pictures = tr("Numbered pictures (*.png)");
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        &m_window, tr("Playblast"), folder + "/" + m_context.document.title() + (hasFilms ? ".mp4" : ".####.png"),
        hasFilms ? film + ";;" + pictures : pictures, &filter);
    if (file.isEmpty())
        return;
    if (QFileInfo(file).suffix().isEmpty())
        file += hasFilms && filter == film ? ".mp4" : ".####.png";
    playblast(file);
}

void MovieCommands::playblast(const QString& file)
{
    const std::string solver = m_context.solver();
    if (solver.empty())
        return say(LogLevel::Warning, tr("There is nothing to draw: the scene has no solver node."));
    SceneDocument document = m_context.document.scene();
    const std::string node = document.graph.add(movieType);
    document.graph.connect({solver, "simulation", node, "simulation"});
    const MovieParameters movie = movieOfView(m_context.views.active());
    forEachParameter(movie, [&](const ParameterInfo& info, const auto& value) {
        document.graph.setValue(node, info.key, toParameterValue(info, value));
    });
    const auto frames = m_context.frames();
    if (!frames)
        return say(LogLevel::Warning, tr("There are no valid frames in the played range: simulate first."));
    start(document, {node, QFileInfo(file).absoluteFilePath(), frames});
}

void MovieCommands::start(const SceneDocument& document, const MovieOrder& order)
{
    delete m_progress;
    m_progress =
        new QProgressDialog(tr("Drawing %1").arg(QFileInfo(order.out).fileName()), tr("Cancel"), 0, 0, &m_window);
    m_progress->setWindowTitle(tr("Movie"));
    m_progress->setAutoClose(false);
    m_progress->setAutoReset(false);
    m_progress->setMinimumDuration(500);
    connect(m_progress, &QProgressDialog::canceled, &m_maker, &MovieMaker::cancel);
    m_maker.start(document, m_context.cacheBase(), order);
}

} // namespace sastrugi::studio
