// Evaluation of a graph: from the node that is wanted, back to what it needs, each result kept by its content hash.
//
// Not for two threads at once; give each its own. Results are shared constants and may cross threads.
#pragma once

#include "nodes/graph/Graph.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

class Evaluator
{
public:
    /// Content hashes of the nodes of one graph, with the files as they were when each was asked for.
    using Hashes = std::map<std::string, Hash, std::less<>>;

    /// `directory` is that of the scene file: relative paths start there. Messages of nodes go to `log`.
    explicit Evaluator(std::filesystem::path directory, Log log = {});

    /// From now on the nodes named there follow what is appended to their motions. To be set before anything is
    /// evaluated, as results do not tell the two apart; it must outlive them.
    void setLive(LiveMotions& live) { m_live = &live; }

    /// The outputs of a node. Throws NodeError for what its nodes refuse, Error(Interrupted) when stopped.
    Outputs evaluate(const Graph& graph, std::string_view node, std::stop_token stop = {});
    /// The same for many nodes of one graph: what `hashes` holds is not computed again.
    Outputs evaluate(const Graph& graph, std::string_view node, Hashes& hashes, std::stop_token stop = {});
    /// The typed value of the only output of a node.
    template <class T>
    std::shared_ptr<const T> evaluate(const Graph& graph, std::string_view node, std::stop_token stop = {});

    /// Of everything that decides what the node gives: type and version, name (it is in messages), values, the bytes
    /// of files that are read, and the hashes of its inputs. Equal hash means equal result. The identity of a cache
    /// is Scene::contentHash(), which leaves out what changes no frame.
    Hash hash(const Graph& graph, std::string_view node) const;
    Hash hash(const Graph& graph, std::string_view node, Hashes& hashes) const;

    /// The warnings and remarks of the node's last evaluation, if it is still held.
    std::vector<LogMessage> messages(const Graph& graph, std::string_view node) const;
    std::vector<LogMessage> messages(const Hash& hash) const;
    /// What it offered for its parameters.
    Offers offers(const Hash& hash) const;

    std::size_t heldResults() const { return m_results.size(); }

private:
    struct Result {
        Outputs outputs;
        std::vector<LogMessage> messages;
        Offers offers;
        std::uint64_t lastUse = 0;
    };
    const Hash& hashInto(const Graph& graph, const Node& node, Hashes& hashes) const;
    void addValues(ContentHash& hash, const NodeType& type, const Node& node) const;
    const Outputs& evaluateInto(const Graph& graph, const Node& node, Hashes& hashes, std::stop_token stop);
    PortValue valueOf(const Graph& graph, const Link& link, Hashes& hashes, std::stop_token stop);
    Outputs handOn(const Graph& graph, const Node& node, const NodeType& type, Hashes& hashes, std::stop_token stop);
    Result run(const Graph& graph, const Node& node, Hashes& hashes, std::stop_token stop);
    void forgetOldest(const Graph& graph);

    std::filesystem::path m_directory;
    Log m_log;
    LiveMotions* m_live = nullptr;
    std::map<Hash, Result> m_results;
    std::uint64_t m_uses = 0;
};

template <class T>
std::shared_ptr<const T> Evaluator::evaluate(const Graph& graph, std::string_view node, std::stop_token stop)
{
    const Outputs outputs = evaluate(graph, node, stop);
    if (outputs.size() == 1) {
        if constexpr (std::is_same_v<T, TriangleMesh>) {
            if (const auto* mesh = std::get_if<MovingMesh>(&outputs.front()))
                return mesh->mesh;
        } else if (const auto* typed = std::get_if<std::shared_ptr<const T>>(&outputs.front())) {
            return *typed;
        }
    }
    fail(ErrorKind::Scene, "{} does not give what is asked for", graph.label(graph.node(node)));
}

} // namespace sastrugi
