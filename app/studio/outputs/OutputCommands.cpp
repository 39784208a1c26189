#include "app/studio/outputs/OutputCommands.h"

#include "app/studio/document/Document.h"
#include "app/studio/outputs/CameraCommands.h"
#include "app/studio/outputs/chosenNode.h"
#include "app/studio/outputs/movieOfView.h"
#include "app/studio/viewport/ViewportArea.h"
#include "nodes/types/ExportMeshNode.h"
#include "nodes/types/ExportParticlesNode.h"
#include "nodes/types/ExportVolumeNode.h"

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

/// Of an export node; nothing for others.
std::optional<FilePath> fileOf(const Node& node)
{
    if (node.type == "output.exportParticles")
        return typedValues<ExportParticlesParameters>(node.values).file;
    if (node.type == "output.exportMesh")
        return typedValues<ExportMeshParameters>(node.values).file;
    if (node.type == "output.exportVolume")
        return typedValues<ExportVolumeParameters>(node.values).file;
    return std::nullopt;
}

} // namespace

OutputCommands::OutputCommands(Context context, Commands& commands, QWidget& window)
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
    add({"output.export",
         tr("Export..."),
         tr("Export"),
         {QKeySequence(Qt::CTRL | Qt::Key_E)},
         tr("Writes the frames of the active node for other programs: of an export node with its values, of a solver, "
            "a "
            "surface or a volume under a name that is asked for."),
         "output.exportParticles"},
        [this] { exportActive(); });
    connect(&m_maker, &OutputMaker::progressed, this, [this](int done, int count) {
        if (m_progress) {
            m_progress->setMaximum(count);
            m_progress->setValue(count > 0 ? std::min(done, count - 1) : 0); // the last step is the program's end
        }
    });
    connect(&m_maker, &OutputMaker::finished, this, [this](const QString& file, int count) {
        delete m_progress;
        const bool isOne = count == 1 || QFileInfo(file).suffix().toLower() == "mp4";
        say(LogLevel::Info, isOne ? tr("Wrote %1.").arg(file) : tr("Wrote %1 files, from %2 on.").arg(count).arg(file));
    });
    connect(&m_maker, &OutputMaker::failed, this, [this](const QString& sentence) {
        delete m_progress;
        if (sentence.isEmpty())
            say(LogLevel::Info, tr("Cancelled: the files that are there are whole."));
        else {
            say(LogLevel::Error, sentence);
            auto* box = new QMessageBox(QMessageBox::Warning, tr("Output"), sentence, QMessageBox::Ok, &m_window);
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        }
    });
}

void OutputCommands::say(LogLevel level, const QString& text)
{
    Q_EMIT said({level, "", "output", text.toStdString()});
}

std::string OutputCommands::movieNode()
{
    const Graph& graph = m_context.document.graph();
    std::string movie = chosenNode(graph, m_context.selection, movieType);
    if (movie.empty()) {
        const bool isAny = std::ranges::find(graph.nodes(), movieType, &Node::type) != graph.nodes().end();
        say(LogLevel::Warning, isAny ? tr("Select the Movie node: the scene has several.")
                                     : tr("The scene has no Movie node: add one, and link a solver to it."));
    }
    return movie;
}

void OutputCommands::takeView()
{
    const std::string node = movieNode();
    if (node.empty())
        return;
    m_context.document.edit(tr("Movie from View"), [&](Graph& graph) {
        const auto before = typedValues<MovieParameters>(graph.node(node).values);
        MovieParameters movie = movieOfView(m_context.views.active(), before);
        for (const Link& link : graph.sourcesInto(node, "camera")) { // it is the movie's camera
            movie.camera = before.camera;
            static_cast<CameraPlacing&>(movie) = before;
            m_context.cameras.takeView(graph, link.fromNode);
        }
        movie.width = before.width; // of the film, not of the window
        movie.height = before.height;
        forEachParameter(movie, [&](const ParameterInfo& info, const auto& value) {
            graph.setValue(node, info.key, toParameterValue(info, value));
        });
    });
}

void OutputCommands::renderNode()
{
    const std::string node = movieNode();
    if (node.empty())
        return;
    const SceneDocument& document = m_context.document.scene();
    const auto& file = typedValues<MovieParameters>(document.graph.node(node).values).file;
    if (document.file.empty() && QFileInfo(QString::fromStdString(file.text)).isRelative())
        return say(LogLevel::Warning, tr("Save the scene first: the movie's file is relative to it."));
    start(document, {OutputKind::Movie, node, toText(resolvePath(document.directory(), file))});
}

void OutputCommands::exportActive()
{
    const Graph& graph = m_context.document.graph();
    std::string node = m_context.selection.active();
    if (node.empty()) { // the only export node there is
        const auto isExport = [](const Node& each) { return fileOf(each).has_value(); };
        if (std::ranges::count_if(graph.nodes(), isExport) == 1)
            node = std::ranges::find_if(graph.nodes(), isExport)->name;
    }
    if (node.empty())
        return say(LogLevel::Warning,
                   tr("Select what is to be exported: an export node, a solver, a surface or a volume."));
    if (fileOf(graph.node(node)))
        return exportNode(node);
    const bool isVolume = graph.node(node).type == "post.densityVolume";
    const std::filesystem::path& scene = m_context.document.scene().file;
    const QString folder = scene.empty() ? QDir::homePath() : toText(scene.parent_path());
    const QString file = QFileDialog::getSaveFileName(
        &m_window, tr("Export"), folder + "/" + QString::fromStdString(node) + (isVolume ? ".####.vdb" : ".####.ply"),
        isVolume ? tr("Volumes (*.vdb)")
                 : tr("Files of frames (*.ply *.vtp *.usda *.bhclassic *.bgeo *.npz *.csv *.xyz *.obj *.glb *.stl)"));
    if (!file.isEmpty())
        exportNode(node, file);
}

void OutputCommands::exportNode(const std::string& node, const QString& file)
{
    const SceneDocument& document = m_context.document.scene();
    if (!file.isEmpty())
        return start(document, {OutputKind::Export, node, QFileInfo(file).absoluteFilePath()});
    const std::optional<FilePath> own = fileOf(document.graph.node(node));
    if (!own)
        return say(LogLevel::Warning, tr("'%1' is no export node.").arg(QString::fromStdString(node)));
    if (document.file.empty() && QFileInfo(QString::fromStdString(own->text)).isRelative())
        return say(LogLevel::Warning, tr("Save the scene first: the names of the files are relative to it."));
    start(document, {OutputKind::Export, node, toText(resolvePath(document.directory(), *own))});
}

void OutputCommands::askForPlayblast()
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

void OutputCommands::playblast(const QString& file)
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
    start(document, {OutputKind::Movie, node, QFileInfo(file).absoluteFilePath(), frames});
}

void OutputCommands::start(const SceneDocument& document, const OutputOrder& order)
{
    delete m_progress;
    m_progress =
        new QProgressDialog(tr("Writing %1").arg(QFileInfo(order.out).fileName()), tr("Cancel"), 0, 0, &m_window);
    m_progress->setWindowTitle(order.kind == OutputKind::Movie ? tr("Movie") : tr("Export"));
    m_progress->setAutoClose(false);
    m_progress->setAutoReset(false);
    m_progress->setMinimumDuration(500);
    connect(m_progress, &QProgressDialog::canceled, &m_maker, &OutputMaker::cancel);
    m_maker.start(document, m_context.cacheBase(), order);
}

} // namespace sastrugi::studio
