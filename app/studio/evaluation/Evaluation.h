// Evaluates the document's nodes in the background and says how each of them stands. The window never waits for it.
//
// Results are kept by content hash: what an undo brings back is fresh again at once. Solvers are not run here: the
// result of a solver node is the scene that a run would simulate.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/evaluation/NodeStatus.h"

#include "engine/core/Log.h"
#include "nodes/graph/NodeType.h"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace sastrugi::studio
{

class Evaluation : public QObject
{
    Q_OBJECT

public:
    explicit Evaluation(Document& document, QObject* parent = nullptr);
    /// Stops what is running and waits for it.
    ~Evaluation() override;

    /// With what a run of the node says, where there is one.
    NodeStatus status(const std::string& node) const;
    /// What the node gave when it was evaluated last, which may be outdated; null when it never was, or cannot be.
    std::shared_ptr<const Outputs> outputs(const std::string& node) const;
    /// Shows on the node how a run of it stands: state Running or Error with words. Until another document is opened.
    void setRun(const std::string& node, const std::optional<NodeStatus>& run);

    /// Whether every change is evaluated at once; otherwise only on evaluateNow().
    bool isAutomatic() const { return m_isAutomatic; }
    void setAutomatic(bool isAutomatic);
    void evaluateNow();
    /// Whether something is asked for that is not done yet.
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void statusChanged(const std::set<std::string>& nodes);
    void outputsChanged(const std::set<std::string>& nodes);
    void automaticChanged(bool isAutomatic);
    /// What nodes say while they are evaluated, and errors, each once.
    void logged(const sastrugi::LogMessage& message);
    /// All that was asked for is done.
    void finished();

private:
    struct Request {
        SceneDocument scene;
        int number;
        int document; // another one for each that is opened
    };
    struct Result {
        NodeStatus status;
        std::shared_ptr<const Outputs> outputs; // of a node that is done
    };
    using Results = std::map<std::string, Result>;

    void start(const Graph& before, const GraphChange& change);
    void restart();
    void markStale(const std::set<std::string>& nodes);
    void receive(int request, const Results& results);
    void work(std::stop_token stop);
    void evaluateAll(class Worker& worker, const Request& request, std::stop_token stop);
    void post(int request, Results results);

    Document& m_document;
    bool m_isAutomatic = true, m_isBusy = false;
    std::map<std::string, NodeStatus> m_statuses;
    std::map<std::string, std::shared_ptr<const Outputs>> m_outputs;
    std::map<std::string, NodeStatus> m_runs; // what is shown of runs
    int m_lastRequest = 0, m_documentNumber = 0;

    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_wake;
    std::optional<Request> m_request;
    std::stop_source m_stopOutdated;
    std::jthread m_thread; // last: it is joined before the rest goes
};

} // namespace sastrugi::studio
