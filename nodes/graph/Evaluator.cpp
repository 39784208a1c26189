#include "nodes/graph/Evaluator.h"

#include "engine/core/Words.h"
#include "engine/io/FrameNames.h"
#include "engine/io/WindFile.h"

#include <algorithm>
#include <fstream>

namespace sastrugi
{

namespace
{

/// Results beyond this many, or two for each node, are forgotten, the longest unused first.
constexpr std::size_t leastHeldResults = 256;

void addStatusToHash(ContentHash& hash, const std::filesystem::path& file)
{
    std::error_code error;
    hash.add(static_cast<std::int64_t>(std::filesystem::file_size(file, error)));
    hash.add(static_cast<std::int64_t>(std::filesystem::last_write_time(file, error).time_since_epoch().count()));
}

/// Of a sequence: which files there are, and when they were written. Reading them all for each look would take too
/// long; the node itself reads them.
bool addSequenceToHash(ContentHash& hash, const std::filesystem::path& pattern)
{
    try {
        const FrameNames names(pattern.string(), pattern.extension().string(), 1);
        if (!names.hasNumber())
            return false;
        hash.add("sequence").add(pattern.extension().string());
        for (const auto& [number, file] : names.existing()) {
            hash.add(number);
            addStatusToHash(hash, file);
        }
        hash.add(pattern.string());
        return true;
    } catch (const Error&) {
        return false; // no pattern, or no folder: the node will say so
    }
}

/// The same of the files that a .pvd names.
void addListedFilesToHash(ContentHash& hash, const std::filesystem::path& file)
{
    try {
        for (const TimedFile& listed : filesOfPvd(file))
            addStatusToHash(hash, listed.file);
    } catch (const Error&) {
        // The node will say what is wrong.
    }
}

void addFileToHash(ContentHash& hash, const std::filesystem::path& file)
{
    std::error_code missing;
    if (!file.empty() && !std::filesystem::exists(file, missing) && addSequenceToHash(hash, file))
        return;
    if (file.extension() == ".pvd")
        addListedFilesToHash(hash, file);
    // The reader may go by the ending; the rest of the path does not matter.
    hash.add(file.extension().string());
    std::error_code status;
    std::ifstream stream;
    if (std::filesystem::is_regular_file(file, status)) // a pipe would be waited for
        stream.open(file, std::ios::binary);
    if (!stream.is_open()) {
        hash.add("unreadable").add(file.string());
        return;
    }
    std::vector<char> piece(1 << 20);
    std::int64_t size = 0;
    while (stream) {
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        hash.addBytes(piece.data(), static_cast<std::size_t>(stream.gcount()));
        size += stream.gcount();
    }
    hash.add(size);
}

/// Collects messages, with the node's name, on their way to a log.
Log collectingLog(const Log& log, const std::string& node, std::vector<LogMessage>& messages)
{
    return [&log, &node, &messages](LogMessage message) {
        message.node = node;
        messages.push_back(message);
        if (log)
            log(message);
    };
}

} // namespace

Evaluator::Evaluator(std::filesystem::path directory, Log log)
    : m_directory(std::move(directory)), m_log(std::move(log))
{
}

Outputs Evaluator::evaluate(const Graph& graph, std::string_view node, std::stop_token stop)
{
    Hashes hashes;
    return evaluate(graph, node, hashes, stop);
}

Outputs Evaluator::evaluate(const Graph& graph, std::string_view node, Hashes& hashes, std::stop_token stop)
{
    Outputs outputs = evaluateInto(graph, graph.node(node), hashes, stop);
    forgetOldest(graph);
    return outputs;
}

Hash Evaluator::hash(const Graph& graph, std::string_view node) const
{
    Hashes hashes;
    return hash(graph, node, hashes);
}

Hash Evaluator::hash(const Graph& graph, std::string_view node, Hashes& hashes) const
{
    return hashInto(graph, graph.node(node), hashes);
}

std::vector<LogMessage> Evaluator::messages(const Graph& graph, std::string_view node) const
{
    return messages(hash(graph, node));
}

std::vector<LogMessage> Evaluator::messages(const Hash& hash) const
{
    const auto found = m_results.find(hash);
    return found != m_results.end() ? found->second.messages : std::vector<LogMessage>{};
}

Offers Evaluator::offers(const Hash& hash) const
{
    const auto found = m_results.find(hash);
    return found != m_results.end() ? found->second.offers : Offers{};
}

void Evaluator::addValues(ContentHash& hash, const NodeType& type, const Node& node) const
{
    for (const ParameterEntry& entry : type.parameters.entries()) {
        const auto found = node.values.find(entry.info.key);
        const ParameterValue& value = found != node.values.end() ? found->second : entry.defaultValue;
        hash.add(entry.info.key);
        const auto* path = std::get_if<FilePath>(&value);
        if (path && type.readsFiles)
            addFileToHash(hash, resolvePath(m_directory, *path));
        else
            addToHash(hash, value);
    }
}

const Hash& Evaluator::hashInto(const Graph& graph, const Node& node, Hashes& hashes) const
{
    if (const auto found = hashes.find(node.name); found != hashes.end())
        return found->second;
    ContentHash hash;
    hash.add(node.type).add(node.name);
    const NodeType* type = graph.typeOf(node);
    if (type) {
        hash.add(type->version);
        addValues(hash, *type, node);
        const Node* scene = graph.find(Graph::sceneNode);
        if (type->usesSceneSettings && scene)
            hash.add(hashInto(graph, *scene, hashes));
    }
    hash.add(node.isBypassed);
    const auto addInputs = [&](const std::vector<Link>& links) {
        for (const Link& link : links)
            hash.add(link.toPort).add(link.fromPort).add(hashInto(graph, graph.node(link.fromNode), hashes));
    };
    if (type)
        for (const Port& port : type->inputs)
            addInputs(graph.sourcesInto(node.name, port.name));
    else
        addInputs(graph.linksInto(node.name));
    return hashes.emplace(node.name, hash.digest()).first->second;
}

const Outputs& Evaluator::evaluateInto(const Graph& graph, const Node& node, Hashes& hashes, std::stop_token stop)
{
    const Hash hash = hashInto(graph, node, hashes);
    auto found = m_results.find(hash);
    if (found == m_results.end())
        found = m_results.emplace(hash, run(graph, node, hashes, stop)).first;
    found->second.lastUse = ++m_uses;
    return found->second.outputs;
}

Evaluator::Result Evaluator::run(const Graph& graph, const Node& node, Hashes& hashes, std::stop_token stop)
{
    const auto refuse = [&](ErrorKind kind, std::string_view reason) {
        throw NodeError(kind, node.name, fmt::format("{}: {}", graph.label(node), reason));
    };
    const NodeType* type = graph.typeOf(node);
    if (!type) {
        refuse(ErrorKind::Scene, graph.types().unknownSentence(node.type));
        return {};
    }
    if (graph.isPassing(node))
        return {handOn(graph, node, *type, hashes, stop), {}, {}, 0};
    Inputs inputs;
    for (const Port& port : type->inputs) {
        std::vector<PortValue>& values = inputs.values[port.name];
        for (const Link& link : graph.sourcesInto(node.name, port.name))
            values.push_back(valueOf(graph, link, hashes, stop));
        if (values.empty() && port.isRequired())
            refuse(ErrorKind::Scene, fmt::format("nothing is linked to the input '{}', which needs {}", port.name,
                                                 withArticle(name(port.type))));
    }
    if (stop.stop_requested())
        fail(ErrorKind::Interrupted, "the evaluation was stopped");

    Result result;
    inputs.node = node.name;
    inputs.directory = m_directory;
    inputs.log = collectingLog(m_log, node.name, result.messages);
    inputs.offers = &result.offers;
    inputs.live = m_live;
    inputs.stop = stop;
    if (const Node* scene = graph.find(Graph::sceneNode); scene && type->usesSceneSettings)
        inputs.scene = typedValues<SceneSettings>(scene->values);
    try {
        type->check(node.values);
        result.outputs = type->evaluate(node.values, inputs);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Interrupted) // is nobody's mistake
            throw;
        refuse(error.kind() == ErrorKind::Usage ? ErrorKind::Scene : error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        refuse(ErrorKind::Memory, "not enough memory");
    }
    SASTRUGI_ASSERT(result.outputs.size() == type->outputs.size(), "a node gives as many values as it has outputs");
    return result;
}

PortValue Evaluator::valueOf(const Graph& graph, const Link& link, Hashes& hashes, std::stop_token stop)
{
    const Node& source = graph.node(link.fromNode);
    const Outputs& outputs = evaluateInto(graph, source, hashes, stop);
    const std::vector<Port>& ports = graph.typeOf(source)->outputs;
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (ports[i].name == link.fromPort)
            return outputs.at(i);
    fail(ErrorKind::Scene, "{}: a link of the graph starts at an output that is not there", describe(link));
}

/// What a bypassed node or a reroute gives: the values of the nodes before it.
Outputs Evaluator::handOn(const Graph& graph, const Node& node, const NodeType& type, Hashes& hashes,
                          std::stop_token stop)
{
    Outputs outputs;
    for (const Port& port : type.outputs) {
        const std::optional<Link> source = graph.sourceOf(node.name, port.name);
        if (!source)
            throw NodeError(ErrorKind::Scene, node.name,
                            fmt::format("{}: {} and has nothing to hand on at '{}'", graph.label(node),
                                        node.isBypassed ? "it is bypassed" : "it is a reroute", port.name));
        outputs.push_back(valueOf(graph, *source, hashes, stop));
    }
    return outputs;
}

void Evaluator::forgetOldest(const Graph& graph)
{
    while (m_results.size() > std::max(leastHeldResults, 2 * graph.nodes().size())) {
        const auto oldest = std::min_element(m_results.begin(), m_results.end(), [](const auto& a, const auto& b) {
            return a.second.lastUse < b.second.lastUse;
        });
        m_results.erase(oldest);
    }
}

} // namespace sastrugi
