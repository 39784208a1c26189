#include "app/studio/evaluation/Evaluation.h"

#include "app/studio/evaluation/figures.h"
#include "app/studio/looks/toQString.h"

#include "nodes/graph/Evaluator.h"

namespace sastrugi::studio
{

namespace
{

std::set<std::string> namesOf(const Graph& graph)
{
    std::set<std::string> names;
    for (const Node& node : graph.nodes())
        names.insert(node.name);
    return names;
}

NodeStatus errorOf(std::string_view sentence)
{
    NodeStatus error;
    error.errors = 1;
    error.text = toQString(sentence);
    return error;
}

/// Adds errors and warnings to those that are there.
void addTo(NodeStatus& status, const NodeStatus& more)
{
    status.errors += more.errors;
    status.warnings += more.warnings;
    status.text += (status.text.isEmpty() || more.text.isEmpty() ? "" : "\n") + more.text;
    if (status.errors > 0)
        status.state = NodeState::Error;
    else if (status.warnings > 0 && status.state == NodeState::Fresh)
        status.state = NodeState::Warning;
}

} // namespace

/// How a node stands, and what its evaluation says of nodes before it: a solver finds that an emitter is too large.
struct Verdict {
    NodeStatus status;
    std::map<std::string, NodeStatus> ofOthers;
};

/// What the background thread holds on to: the evaluator of the document's folder, and how nodes stood by their hash.
class Worker
{
public:
    explicit Worker(Log log) : m_log(std::move(log)) {}

    /// Throws Error(Interrupted) when stopped.
    const Verdict& verdict(const SceneDocument& scene, const Node& node, Evaluator::Hashes& hashes,
                           std::stop_token stop)
    {
        if (!m_evaluator || m_directory != scene.directory()) {
            m_directory = scene.directory();
            m_evaluator.emplace(m_directory, m_log);
            m_known.clear();
        }
        const Hash hash = m_evaluator->hash(scene.graph, node.name, hashes);
        if (const auto found = m_known.find(hash); found != m_known.end())
            return found->second;
        Verdict verdict = evaluated(scene.graph, node, hash, hashes, stop);
        if (m_known.size() > mostKnown)
            m_known.clear();
        return m_known.emplace(hash, std::move(verdict)).first->second;
    }

    /// Of a node that stands so; mostly from what the evaluator holds. Throws Error(Interrupted) when stopped.
    std::shared_ptr<const Outputs> outputs(const SceneDocument& scene, const std::string& node,
                                           const NodeStatus& status, Evaluator::Hashes& hashes, std::stop_token stop)
    {
        if (status.state != NodeState::Fresh && status.state != NodeState::Warning)
            return nullptr;
        try {
            return std::make_shared<const Outputs>(m_evaluator->evaluate(scene.graph, node, hashes, stop));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Interrupted)
                throw;
            return nullptr; // a file went away; the next evaluation says so
        }
    }

    /// Each once for a document, and again when it comes back after it was mended.
    void logProblems(const std::vector<Problem>& problems, int document)
    {
        if (std::exchange(m_document, document) != document)
            m_told.clear();
        std::set<std::string> told;
        for (const Problem& problem : problems)
            if (told.insert(problem.text).second && !m_told.contains(problem.text))
                m_log({LogLevel::Error, problem.node, "", problem.text});
        m_told = std::move(told);
    }

private:
    static constexpr std::size_t mostKnown = 100'000;

    Verdict evaluated(const Graph& graph, const Node& node, const Hash& hash, Evaluator::Hashes& hashes,
                      std::stop_token stop)
    {
        Verdict verdict;
        NodeStatus& status = verdict.status;
        bool isEvaluated = false; // then what is wrong was found by the figures
        const auto refuse = [&](const std::string& name, const char* sentence) {
            addTo(name == node.name ? status : verdict.ofOthers[name], errorOf(sentence));
            if (name != node.name)
                status.text = QObject::tr("waits for '%1'").arg(toQString(name));
            if (name == node.name || isEvaluated)
                m_log({LogLevel::Error, name, "", sentence});
        };
        const auto take = [&](const LogMessage& message) {
            const bool isOther = !message.node.empty() && message.node != node.name && graph.find(message.node);
            NodeStatus remark;
            remark.text = toQString(message.text);
            remark.warnings = message.level >= LogLevel::Warning;
            addTo(isOther ? verdict.ofOthers[message.node] : status, remark);
        };
        try {
            const Outputs outputs = m_evaluator->evaluate(graph, node.name, hashes, stop);
            isEvaluated = true;
            const Log log = [&](const LogMessage& message) {
                take(message);
                m_log(message);
            };
            const QString figures = figuresOf(outputs, log, stop);
            status.figures = figures;
            status.offers = m_evaluator->offers(hash);
            status.state = NodeState::Fresh;
            for (const LogMessage& message : m_evaluator->messages(hash))
                take(message);
            addTo(status, {});
        } catch (const NodeError& error) {
            if (error.kind() == ErrorKind::Interrupted)
                throw;
            if (error.node() == node.name || isEvaluated)
                refuse(graph.find(error.node()) ? error.node() : node.name, error.what());
            else
                status.text = QObject::tr("waits for '%1'").arg(toQString(error.node()));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Interrupted)
                throw;
            refuse(node.name, error.what());
        } catch (const std::bad_alloc&) {
            refuse(node.name, "not enough memory");
        } catch (const std::exception& error) {
            refuse(node.name, error.what());
        }
        return verdict;
    }

    Log m_log;
    std::filesystem::path m_directory;
    std::optional<Evaluator> m_evaluator;
    std::map<Hash, Verdict> m_known;
    int m_document = 0;
    std::set<std::string> m_told; // problems of that document
};

Evaluation::Evaluation(Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    connect(&document, &Document::graphChanged, this, &Evaluation::start);
    connect(&document, &Document::replaced, this, &Evaluation::restart);
    m_thread = std::jthread([this](std::stop_token stop) { work(stop); });
}

Evaluation::~Evaluation()
{
    const std::lock_guard lock(m_mutex);
    m_stopOutdated.request_stop();
    m_thread.request_stop();
}

NodeStatus Evaluation::status(const std::string& node) const
{
    const auto found = m_statuses.find(node);
    NodeStatus status = found != m_statuses.end() ? found->second : NodeStatus{};
    const auto run = m_runs.find(node);
    if (run == m_runs.end())
        return status;
    const NodeStatus& shown = run->second;
    status.state = status.errors > 0 ? NodeState::Error : shown.state;
    status.progress = shown.progress;
    status.errors += shown.errors;
    status.text = status.text.isEmpty() ? shown.text : shown.text + "\n" + status.text;
    if (!shown.figures.isEmpty())
        status.figures = shown.figures;
    return status;
}

void Evaluation::setRun(const std::string& node, const std::optional<NodeStatus>& run)
{
    if (run)
        m_runs[node] = *run;
    else
        m_runs.erase(node);
    Q_EMIT statusChanged({node});
}

std::shared_ptr<const Outputs> Evaluation::outputs(const std::string& node) const
{
    const auto found = m_outputs.find(node);
    return found != m_outputs.end() ? found->second : nullptr;
}

void Evaluation::setAutomatic(bool isAutomatic)
{
    if (isAutomatic == m_isAutomatic)
        return;
    m_isAutomatic = isAutomatic;
    Q_EMIT automaticChanged(isAutomatic);
    if (isAutomatic)
        evaluateNow();
}

void Evaluation::evaluateNow()
{
    m_isBusy = true;
    const std::lock_guard lock(m_mutex);
    m_stopOutdated.request_stop();
    m_request = Request{m_document.scene(), ++m_lastRequest, m_documentNumber};
    m_wake.notify_one();
}

void Evaluation::start(const Graph& before, const GraphChange& change)
{
    for (const std::string& node : change.removed)
        m_statuses.erase(node), m_outputs.erase(node);
    const std::set<std::string> affected = affectedNodes(change, before, m_document.graph());
    markStale(affected);
    if (m_isAutomatic && !affected.empty())
        evaluateNow();
}

void Evaluation::restart()
{
    m_statuses.clear();
    m_outputs.clear();
    m_runs.clear();
    ++m_documentNumber;
    {
        const std::lock_guard lock(m_mutex);
        m_stopOutdated.request_stop();
        m_request.reset();
        ++m_lastRequest;
    }
    m_isBusy = false;
    Q_EMIT statusChanged(namesOf(m_document.graph()));
    if (m_isAutomatic)
        evaluateNow();
}

void Evaluation::markStale(const std::set<std::string>& nodes)
{
    for (const std::string& node : nodes) {
        NodeStatus& status = m_statuses[node];
        status.state = NodeState::Stale;
        status.progress = -1;
    }
    if (!nodes.empty())
        Q_EMIT statusChanged(nodes);
}

void Evaluation::receive(int request, const Results& results)
{
    if (request != m_lastRequest)
        return;
    if (results.empty()) {
        m_isBusy = false;
        Q_EMIT finished();
        return;
    }
    std::set<std::string> changed, changedOutputs;
    for (const auto& [node, result] : results) {
        if (result.status.state != NodeState::Running) {
            std::shared_ptr<const Outputs>& outputs = m_outputs[node];
            const bool isSame = outputs && result.outputs ? *outputs == *result.outputs : outputs == result.outputs;
            outputs = result.outputs;
            if (!isSame)
                changedOutputs.insert(node);
        }
        NodeStatus& held = m_statuses[node];
        NodeStatus status = result.status;
        if (status.state == NodeState::Running || status.state == NodeState::Error)
            status.offers = held.offers; // whoever chose wrongly chooses again
        if (held == status)
            continue;
        held = std::move(status);
        changed.insert(node);
    }
    if (!changed.empty())
        Q_EMIT statusChanged(changed);
    if (!changedOutputs.empty())
        Q_EMIT outputsChanged(changedOutputs);
}

void Evaluation::post(int request, Results results)
{
    QMetaObject::invokeMethod(
        this, [this, request, results = std::move(results)] { receive(request, results); }, Qt::QueuedConnection);
}

void Evaluation::work(std::stop_token stop)
{
    Worker worker([this](const LogMessage& message) {
        QMetaObject::invokeMethod(
            this, [this, message] { Q_EMIT logged(message); }, Qt::QueuedConnection);
    });
    while (true) {
        std::optional<Request> request;
        std::stop_token outdated;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return m_request.has_value(); }))
                return;
            request = std::exchange(m_request, std::nullopt);
            m_stopOutdated = std::stop_source();
            outdated = m_stopOutdated.get_token();
        }
        evaluateAll(worker, *request, outdated);
    }
}

void Evaluation::evaluateAll(Worker& worker, const Request& request, std::stop_token stop)
{
    const Graph& graph = request.scene.graph;
    std::vector<Problem> found = findProblems(request.scene);
    std::map<std::string, NodeStatus> problems;
    for (Problem& problem : found) {
        if (!graph.find(problem.node))
            problem.node = Graph::sceneNode; // of the file as a whole
        addTo(problems[problem.node], errorOf(problem.text));
    }
    worker.logProblems(found, request.document);
    Evaluator::Hashes hashes;
    std::map<std::string, NodeStatus> given;
    NodeStatus running;
    running.state = NodeState::Running;
    for (const std::string& name : graph.order()) {
        if (stop.stop_requested())
            return;
        post(request.number, {{name, {running, nullptr}}});
        try {
            if (const auto broken = problems.find(name); broken != problems.end()) {
                given[name] = broken->second;
                post(request.number, {{name, {broken->second, nullptr}}});
                continue;
            }
            const Verdict& verdict = worker.verdict(request.scene, graph.node(name), hashes, stop);
            const NodeStatus& status = given[name] = verdict.status;
            Results results = {{name, {status, worker.outputs(request.scene, name, status, hashes, stop)}}};
            for (const auto& [other, more] : verdict.ofOthers) { // they come before it in the order
                addTo(given[other], more);
                results[other] = {given[other], worker.outputs(request.scene, other, given[other], hashes, stop)};
            }
            post(request.number, results);
        } catch (const Error&) {
            return; // stopped: a newer request waits
        }
    }
    post(request.number, {});
}

} // namespace sastrugi::studio
