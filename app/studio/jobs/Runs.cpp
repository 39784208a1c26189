#include "app/studio/jobs/Runs.h"

#include "app/studio/document/Document.h"
#include "app/studio/document/ProcessIdentity.h"
#include "app/studio/jobs/RunTask.h"

#include "engine/cache/Cache.h"
#include "engine/core/Error.h"

#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <csignal>

namespace sastrugi::studio
{

namespace fs = std::filesystem;

namespace
{

/// Whether the order is for what a run that goes on does anyway.
bool isPlain(const RunOrder& order) { return order.begin == RunOrder::Begin::Resume && !order.lastFrame; }

} // namespace

Runs::Runs(Document& document, NameOfUnsaved nameOfUnsaved, QObject* parent)
    : QObject(parent), m_document(document), m_nameOfUnsaved(std::move(nameOfUnsaved))
{
    m_base = cacheBase();
    connect(&document, &Document::replaced, this, &Runs::leaveDocument);
    connect(&document, &Document::fileStateChanged, this, &Runs::takeFramesAlong);
    connect(&document, &Document::graphChanged, this, [this](const Graph& before, const GraphChange& change) {
        if (change.removed.empty())
            return;
        for (const auto& task : m_tasks)
            if (const std::string name = nameAfter(before, m_document.graph(), task->run.node);
                task->run.isOfDocument && !name.empty() && name != task->run.node) {
                task->run.node = name; // its cache goes by content, not by name
                tellChange(*task);
            }
    });
    connect(&m_follower, &RunFollower::reported, this, &Runs::take);
    connect(&m_follower, &RunFollower::found, this, &Runs::attach);
    // What a terminal or another window has started is seen as well.
    auto* look = new QTimer(this);
    connect(look, &QTimer::timeout, this, [this] { m_follower.findAlive(toText(cacheBase())); });
    look->start(2000);
}

Runs::~Runs() = default;

fs::path Runs::cacheBase() const
{
    const fs::path& file = m_document.scene().file;
    return file.empty() ? unsavedCaches() / toPath(m_nameOfUnsaved() + ".cache") : defaultCacheBase(file);
}

std::vector<const Run*> Runs::all() const
{
    std::vector<const Run*> runs;
    for (auto task = m_tasks.rbegin(); task != m_tasks.rend(); ++task)
        runs.push_back(&(*task)->run);
    return runs;
}

Runs::Task* Runs::task(int id) const
{
    const auto found = std::ranges::find_if(m_tasks, [&](const auto& task) { return task->run.id == id; });
    return found != m_tasks.end() ? found->get() : nullptr;
}

Runs::Task* Runs::taskOfNode(const std::string& node) const
{
    const auto found = std::find_if(m_tasks.rbegin(), m_tasks.rend(),
                                    [&](const auto& task) { return task->run.isOfDocument && task->run.node == node; });
    return found != m_tasks.rend() ? found->get() : nullptr;
}

const Run* Runs::find(int id) const
{
    const Task* found = task(id);
    return found ? &found->run : nullptr;
}

const Run* Runs::run(const std::string& node) const
{
    const Task* found = taskOfNode(node);
    return found ? &found->run : nullptr;
}

const PreparedRun* Runs::prepared(int id) const
{
    const Task* found = task(id);
    return found && found->prepared.folder == found->run.folder ? &found->prepared : nullptr;
}

void Runs::start(const RunOrder& order)
{
    Task* old = taskOfNode(order.node);
    if (old && !old->run.isOver()) {
        if (isPlain(order) && old->run.isPaused())
            return resume(old->run.id);
        if (isPlain(order) && old->run.state != RunState::Stopping)
            return say(*old, LogLevel::Info, tr("it is being simulated already; Restart begins anew"));
        old->next = order;
        if (old->run.state != RunState::Stopping)
            cancel(old->run.id);
        return;
    }
    if (old)
        clear(old->run.id);
    Task& task = add(order.node);
    task.order = order;
    task.run.isLive = order.isLive;
    prepare(task);
}

Runs::Task& Runs::add(std::string node)
{
    Task& task = *m_tasks.emplace_back(std::make_unique<Task>());
    task.run.id = ++m_lastId;
    task.run.node = std::move(node);
    task.run.scene = m_document.title();
    task.run.base = cacheBase();
    Q_EMIT added(task.run.id);
    return task;
}

void Runs::prepare(Task& task)
{
    setState(task, RunState::Preparing);
    task.preparing = std::jthread([this, id = task.run.id, document = m_document.scene(), base = task.run.base,
                                   order = task.order, free = m_free](std::stop_token stop) {
        try {
            const PreparedRun prepared = prepareRun(document, base, order, free, stop);
            QMetaObject::invokeMethod(
                this, [this, id, prepared] { receive(id, prepared); }, Qt::QueuedConnection);
        } catch (const std::exception& error) {
            const QString sentence = QString::fromUtf8(error.what());
            QMetaObject::invokeMethod(
                this, [this, id, sentence] { receiveFailure(id, sentence); }, Qt::QueuedConnection);
        }
    });
}

void Runs::receive(int id, const PreparedRun& prepared)
{
    Task* found = task(id);
    if (!found)
        return;
    if (found->run.state == RunState::Stopping)
        return end(*found, RunState::Stopped, {});
    found->prepared = prepared;
    found->run.folder = prepared.folder;
    found->run.errors = prepared.errors;
    found->run.forecast = prepared.forecast;
    const QString doubts = prepared.forecast.doubts();
    if (doubts.isEmpty())
        return launch(*found);
    setState(*found, RunState::Doubtful, doubts);
    say(*found, LogLevel::Warning, doubts);
    Q_EMIT doubted(id, doubts);
}

void Runs::receiveFailure(int id, const QString& sentence)
{
    Task* found = task(id);
    if (!found)
        return;
    if (found->run.state == RunState::Stopping)
        end(*found, RunState::Stopped, {});
    else
        end(*found, RunState::Failed, sentence);
}

void Runs::startAnyway(int id)
{
    if (Task* found = task(id); found && found->run.state == RunState::Doubtful)
        launch(*found);
}

void Runs::launch(Task& task)
{
    try {
        const qint64 process = startRunner(task.prepared, task.order);
        task.run.report = RunReport();
        task.run.report.state = RecordState::Awaited;
        task.run.report.process = process;
        task.run.report.firstFrame = task.prepared.firstFrame;
        task.run.report.lastFrame = task.prepared.lastFrame;
        m_follower.expect(toText(task.run.folder), process, toText(task.run.errors));
        setState(task, RunState::Starting);
        say(task, LogLevel::Info, tr("is simulated. %1").arg(task.run.forecast->sentence()));
    } catch (const std::exception& error) {
        end(task, RunState::Failed, QString::fromUtf8(error.what()));
    }
}

void Runs::take(const QString& folder, const RunReport& report, const RunNews& news)
{
    const auto found = std::find_if(m_tasks.rbegin(), m_tasks.rend(),
                                    [&](const auto& task) { return toText(task->run.folder) == folder; });
    if (found == m_tasks.rend())
        return;
    Task& task = **found;
    if (task.run.node.empty())
        task.run.node = report.node.toStdString();
    for (const LogMessage& message : news.messages)
        Q_EMIT said({message.level, message.node.empty() ? task.run.node : message.node, message.code, message.text});
    if (task.run.isOfDocument)
        for (const qint64 frame : news.frames)
            Q_EMIT frameWritten(task.run.node, frame);
    for (const auto& [node, key] : news.keys)
        Q_EMIT keyRecorded(task.run.id, node, key);
    task.run.report = report;
    follow(task, report);
}

/// What was asked for stays asked for until it is done: a signal may come before the process can take it.
void Runs::follow(Task& task, const RunReport& report)
{
    RunState& state = task.run.state;
    const bool isAsked = state == RunState::Pausing || state == RunState::Stopping;
    switch (report.state) {
    case RecordState::Absent:
    case RecordState::Awaited: break;
    case RecordState::Running:
        if (state == RunState::Pausing)
            send(task, SIGTSTP);
        else if (!isAsked) {
            state = RunState::Running;
            task.run.sentence.clear();
        }
        break;
    case RecordState::Paused:
        if (state == RunState::Resuming || state == RunState::Stopping)
            send(task, SIGCONT);
        else
            state = RunState::Paused;
        break;
    case RecordState::Ok: return end(task, RunState::Finished, {});
    case RecordState::Stopped: return end(task, RunState::Stopped, report.sentence);
    case RecordState::Failed: return end(task, RunState::Failed, report.sentence);
    case RecordState::Died:
        // Stopped before it could say so.
        return state == RunState::Stopping ? end(task, RunState::Stopped, {})
                                           : end(task, RunState::Died, report.sentence);
    }
    tellChange(task);
}

void Runs::setState(Task& task, RunState state, const QString& sentence)
{
    task.run.state = state;
    task.run.sentence = sentence;
    tellChange(task);
}

void Runs::end(Task& task, RunState state, const QString& sentence)
{
    const bool isNews = task.run.state != state || task.run.sentence != sentence;
    const bool wasAskedFor = task.run.state == RunState::Stopping;
    setState(task, state, sentence);
    if (!isNews)
        return;
    task.sinceEnd.start();
    switch (state) {
    case RunState::Finished:
        say(task, LogLevel::Info, tr("is simulated up to frame %1").arg(task.run.report.lastFrame));
        break;
    case RunState::Stopped:
        say(task, wasAskedFor ? LogLevel::Info : LogLevel::Warning,
            sentence.isEmpty() ? tr("the simulation was stopped") : sentence);
        break;
    default: say(task, LogLevel::Error, sentence); break;
    }
    if (const std::optional<RunOrder> next = std::exchange(task.next, std::nullopt);
        next && task.run.isOfDocument && wasAskedFor) {
        RunOrder order = *next;
        order.node = task.run.node;
        start(order); // takes this one away
    }
}

void Runs::pause(int id)
{
    Task* found = task(id);
    if (!found || (found->run.state != RunState::Running && found->run.state != RunState::Resuming &&
                   found->run.state != RunState::Starting))
        return;
    send(*found, SIGTSTP);
    setState(*found, RunState::Pausing);
}

void Runs::resume(int id)
{
    Task* found = task(id);
    if (!found || !found->run.isPaused())
        return;
    send(*found, SIGCONT);
    setState(*found, RunState::Resuming);
}

void Runs::cancel(int id)
{
    Task* found = task(id);
    if (!found || found->run.isOver())
        return;
    if (found->run.state == RunState::Doubtful)
        return end(*found, RunState::Stopped, {});
    if (found->preparing.joinable())
        found->preparing.request_stop();
    send(*found, SIGTERM);
    send(*found, SIGCONT); // a paused one only hears it then
    setState(*found, RunState::Stopping);
}

void Runs::send(Task& task, int signal)
{
    const RunReport& report = task.run.report;
    if (report.process <= 0)
        return;
    const ProcessIdentity identity{report.host, report.process, report.processStart};
    if (report.state == RecordState::Awaited) { // it was just started here
        ::kill(static_cast<pid_t>(report.process), signal);
    } else if (identity.isElsewhere())
        say(task, LogLevel::Warning,
            tr("is simulated on '%1' by process %2; only there it can be paused or stopped")
                .arg(report.host)
                .arg(report.process));
    else if (!identity.isDead())
        ::kill(static_cast<pid_t>(report.process), signal);
}

void Runs::clear(int id)
{
    const auto found = std::ranges::find_if(m_tasks, [&](const auto& task) { return task->run.id == id; });
    if (found == m_tasks.end() || !(*found)->run.isOver())
        return;
    const std::unique_ptr<Task> gone = std::move(*found);
    m_tasks.erase(found);
    if (!gone->run.folder.empty())
        m_follower.forget(toText(gone->run.folder));
    Q_EMIT removed(id);
    if (gone->run.isOfDocument)
        Q_EMIT runChanged(gone->run.node);
}

void Runs::clearOver()
{
    for (const Run* run : all())
        if (run->isOver())
            clear(run->id);
}

void Runs::tellChange(const Task& task)
{
    const int id = task.run.id;
    if (task.run.isOfDocument && !task.run.node.empty())
        Q_EMIT runChanged(task.run.node);
    Q_EMIT changed(id);
}

void Runs::say(const Task& task, LogLevel level, const QString& text)
{
    Q_EMIT said({level, task.run.node, "run", text.toStdString()});
}

/// Another document is open now: its runs that are alive are found, those of the old one are followed all the same.

} // namespace sastrugi::studio
