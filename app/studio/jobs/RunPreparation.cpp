#include "app/studio/jobs/RunPreparation.h"

#include "app/studio/document/Document.h"
#include "app/studio/jobs/jobWords.h"

#include "engine/cache/Cache.h"
#include "engine/cache/CacheNames.h"
#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/core/Memory.h"
#include "engine/live/liveFolder.h"
#include "engine/simulation/Simulation.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/graph/Evaluator.h"
#include "nodes/graph/NodeName.h"

#include <QCoreApplication>
#include <QProcess>

#include <algorithm>

namespace sastrugi::studio
{

namespace fs = std::filesystem;

namespace
{

/// So that the window stays fluid; one that is played with is waited for as much as the window is.
constexpr const char *niceness = "10", *liveNiceness = "0";

QString tr(const char* text) { return QCoreApplication::translate("RunPreparation", text); }

/// What `sastrugi sim` leaves free.
double diskReserve() { return static_cast<double>(RunOptions{}.minFreeDisk); }

/// `live` are the motions that are to follow; none in a run that does not.
std::shared_ptr<const Scene> sceneOf(const SceneDocument& document, const std::string& node, LiveMotions& live,
                                     std::stop_token stop)
{
    requireNoProblems(document, document.file.empty() ? "the scene" : document.file.filename().string());
    Evaluator evaluator(document.directory());
    evaluator.setLive(live);
    return evaluator.evaluate<Scene>(document.graph, node, std::move(stop));
}

/// Of a live run, in place of the range of the scene.
QStringList liveArguments(const RunOrder& order)
{
    QStringList names;
    for (const std::string& name : order.follow)
        names.append(QString::fromStdString(name));
    return {"--follow", names.join(',')};
}

/// Of the range, those that need not be computed.
std::int64_t framesThere(const PreparedRun& prepared, const RunOrder& order)
{
    if (order.begin == RunOrder::Begin::Restart)
        return 0;
    std::int64_t count = 0;
    for (const auto& [number, file] : numberedFiles(prepared.folder, "frame"))
        count += number >= prepared.firstFrame && number <= prepared.lastFrame &&
                 (order.begin != RunOrder::Begin::From || number < order.fromFrame);
    return count;
}

} // namespace

FreeSpace freeSpace(const fs::path& folder)
{
    return {static_cast<double>(availableMemory()), static_cast<double>(FileLayer().freeSpace(folder))};
}

QString RunForecast::sentence() const
{
    return tr("About %1 particles, %2 of memory and up to %3 on the disk.")
        .arg(countText(static_cast<double>(particles)), byteText(memory), byteText(cache));
}

QString RunForecast::doubts() const
{
    QStringList sentences;
    if (free.memory > 0 && memory > free.memory)
        sentences.append(tr("It needs about %1 of memory, and %2 are free: the machine may stand still. A larger "
                            "spacing of the particles needs less.")
                             .arg(byteText(memory), byteText(free.memory)));
    if (cache + diskReserve() > free.disk)
        sentences.append(tr("Its frames take up to %1, and %2 are free on the disk. It stops before the disk is full, "
                            "and goes on when there is room.")
                             .arg(byteText(cache), byteText(free.disk)));
    return sentences.join('\n');
}

PreparedRun prepareRun(const SceneDocument& document, const fs::path& base, const RunOrder& order,
                       const FreeSpaceOf& free, std::stop_token stop)
{
    PreparedRun prepared;
    if (order.isLive)
        for (const std::string& name : order.follow)
            prepared.live[name];
    const std::shared_ptr<const Scene> scene = sceneOf(document, order.node, prepared.live, stop);
    if (order.isLive)
        prepared.liveScene = scene;
    const Prediction prediction = scene->solver->predict(*scene, {}, stop);
    prepared.base = base;
    prepared.folder = (order.isLive ? liveFolder(base) : base) / cacheFolderName(order.node, scene->contentHash());
    prepared.snapshot = base / (fileSlug(order.node) + ".run.sastrugi");
    prepared.errors = base / (fileSlug(order.node) + ".run.log");
    prepared.firstFrame = scene->settings.firstFrame;
    prepared.lastFrame = order.lastFrame.value_or(scene->settings.lastFrame);
    const std::int64_t missing = prepared.lastFrame - prepared.firstFrame + 1 - framesThere(prepared, order);
    prepared.forecast = {prediction.particles, prediction.memory,
                         prediction.bytesPerFrame * static_cast<double>(std::max<std::int64_t>(0, missing)),
                         free(base)};
    FileLayer files;
    files.createFolder(base);
    files.writeAtomically(prepared.snapshot, writeDocument(movedTo(document, prepared.snapshot)));
    return prepared;
}

qint64 startRunner(const PreparedRun& prepared, const RunOrder& order)
{
    QStringList arguments = {order.isLive ? "live" : "sim",
                             toText(prepared.snapshot),
                             order.isLive ? "--node" : "--nodes",
                             QString::fromStdString(order.node),
                             "--cache",
                             toText(prepared.base),
                             "--progress",
                             "none",
                             "--nice",
                             order.isLive ? liveNiceness : niceness};
    if (order.isLive)
        arguments.append(liveArguments(order));
    else
        arguments.append({"--frames", QString("%1-%2").arg(prepared.firstFrame).arg(prepared.lastFrame)});
    if (order.begin == RunOrder::Begin::Restart && !order.isLive)
        arguments.append("--restart");
    if (order.begin == RunOrder::Begin::From)
        arguments.append({"--from", QString::number(order.fromFrame)});
    QProcess process;
    process.setProgram(QCoreApplication::applicationDirPath() + "/sastrugi");
    process.setArguments(arguments);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(toText(prepared.errors));
    process.setWorkingDirectory(toText(prepared.base));
    qint64 id = 0;
    if (!process.startDetached(&id))
        fail(ErrorKind::InputOutput, "cannot start '{}': {}", process.program().toStdString(),
             process.errorString().toStdString());
    return id;
}

} // namespace sastrugi::studio
