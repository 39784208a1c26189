#include "app/studio/live/LiveSession.h"

#include "engine/core/Error.h"
#include "nodes/types/followingNodes.h"

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

constexpr int betweenLooks = 15; // ms

/// The obstacle or emitter of this name as a thing with handles, or nothing.
std::optional<LiveThing> thingOf(const Scene& scene, const std::string& name)
{
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.name == name)
            return LiveThing{name, boundary.mesh->bounds(), boundary.motion, {}};
    for (const InflowEmitter& emitter : scene.inflows)
        if (emitter.name == name)
            return LiveThing{name, emitter.bounds(), emitter.motion, {}, true};
    return std::nullopt;
}

/// The middle of what the node gives, about which it turns.
std::optional<Vector3> middleOf(const Evaluation& evaluation, const std::string& node)
{
    if (const auto outputs = evaluation.outputs(node))
        for (const PortValue& value : *outputs) {
            if (const auto* boundary = std::get_if<std::shared_ptr<const Boundary>>(&value))
                return (*boundary)->mesh->bounds().centre();
            if (const auto* emitter = std::get_if<std::shared_ptr<const Emitter>>(&value))
                if (const auto* inflow = std::get_if<InflowEmitter>(emitter->get()))
                    return inflow->bounds().centre();
        }
    return std::nullopt;
}

} // namespace

LiveSession::LiveSession(Document& document, Selection& selection, Evaluation& evaluation, Runs& runs,
                         SceneContent& content, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_evaluation(evaluation), m_runs(runs),
      m_content(content), m_handles([this](std::size_t thing, const LiveTarget& target) {
          if (m_link)
              m_link->setTarget(thing, target);
      })
{
    m_look.setInterval(betweenLooks);
    connect(&m_look, &QTimer::timeout, this, &LiveSession::showNewest);
    connect(&runs, &Runs::changed, this, &LiveSession::follow);
    connect(&runs, &Runs::keyRecorded, this, [this](int run, const std::string& node, const TypedKey& key) {
        if (run == m_run)
            m_keys[node].push_back(key);
    });
    connect(&document, &Document::replaced, this, [this] {
        m_keys.clear(); // they are another document's
        stop();
    });
}

LiveSession::~LiveSession() { stop(); }

/// Empty for all; where nothing can follow, a sentence is said and nothing is given.
std::vector<std::string> LiveSession::chooseFollowers()
{
    std::vector<std::string> followers;
    m_document.edit(tr("Let Follow the Hand"), [&](Graph& graph) {
        for (const std::string& node : m_selection.nodes()) {
            const NodeType* type = graph.typeOf(graph.node(node));
            const bool canFollow = type && type->outputs.size() == 1 &&
                                   (type->outputs.front().type == PortType::Boundary ||
                                    (type->outputs.front().type == PortType::Emitter && type->name != "emitter.fill" &&
                                     type->name != "emitter.particleFile"));
            if (!canFollow)
                continue;
            const std::size_t before = graph.nodes().size();
            followers.push_back(letFollow(graph, node));
            if (graph.nodes().size() > before)
                if (const std::optional<Vector3> middle = middleOf(m_evaluation, node))
                    graph.setValue(followers.back(), "pivot", *middle);
        }
    });
    std::ranges::sort(followers);
    followers.erase(std::ranges::unique(followers).begin(), followers.end());
    return followers;
}

void LiveSession::start(const std::string& solver)
{
    if (isOn())
        return stop();
    const auto say = [this](const QString& text) { Q_EMIT said({LogLevel::Warning, "", "live", text.toStdString()}); };
    RunOrder order{solver, RunOrder::Begin::Restart};
    order.isLive = true;
    try {
        order.follow = chooseFollowers();
    } catch (const Error& error) {
        return say(QString::fromUtf8(error.what()));
    }
    const std::vector<std::string> all = followingNodes(m_document.graph(), solver);
    if (order.follow.empty())
        order.follow = all;
    std::erase_if(order.follow, [&](const std::string& name) { return std::ranges::find(all, name) == all.end(); });
    if (order.follow.empty())
        return say(
            tr("Nothing can follow the hand: select an obstacle, or an emitter of flowing snow, that is linked to "
               "the solver."));
    m_runs.start(order);
}

void LiveSession::stop()
{
    if (isOn())
        m_runs.cancel(m_run);
}

void LiveSession::follow(int id)
{
    const Run* run = m_runs.find(id);
    if (!run || !run->isLive)
        return;
    if (!isOn() && !run->isOver() && run->isOfDocument) {
        m_run = id;
        m_keys.clear();
        Q_EMIT changed();
    }
    if (id != m_run)
        return;
    if (run->isOver())
        return finish();
    if (!m_link && run->report.isLive())
        begin(*run);
}

void LiveSession::begin(const Run& run)
{
    const PreparedRun* prepared = m_runs.prepared(run.id);
    if (!prepared || !prepared->liveScene)
        return;
    try {
        m_link = std::make_unique<LiveLink>(run.report.process, run.report.liveDescriptor);
    } catch (const Error& error) {
        Q_EMIT said({LogLevel::Error, run.node, "live", error.what()});
        return stop();
    }
    std::vector<LiveThing> things;
    m_motions.clear();
    for (const QString& name : run.report.followed) {
        const std::string node = name.toStdString();
        const auto motion = prepared->live.find(node);
        std::optional<LiveThing> thing;
        if (m_document.graph().find(node))
            thing = thingOf(*prepared->liveScene, followedNode(m_document.graph(), node));
        things.push_back(thing.value_or(LiveThing()));
        if (motion != prepared->live.end() && motion->second) {
            m_motions.push_back(*motion->second);
            things.back().target = {motion->second->start().way, motion->second->start().turns};
        }
    }
    m_serial = m_pictures = 0;
    m_time = -1;
    m_handles.setThings(std::move(things));
    m_content.setLive(prepared->liveScene);
    m_look.start();
    Q_EMIT changed();
}

void LiveSession::showNewest()
{
    if (!m_link || m_link->newestSerial() == m_serial)
        return;
    std::optional<LivePicture> picture = m_link->newest();
    if (!picture || picture->serial == m_serial || picture->frame.time <= m_time)
        return;
    m_serial = picture->serial;
    m_time = picture->frame.time;
    ++m_pictures;
    for (std::size_t i = 0; i < std::min(m_motions.size(), picture->places.size()); ++i)
        if (m_time > 0)
            m_motions[i].append(picture->places[i]);
    m_handles.setTime(m_time);
    m_content.setFrame(
        std::make_shared<const Frame>(std::move(picture->frame)), true,
        tr("Live, %1 s: drag what has arrows, or one of them; with Ctrl to turn it").arg(m_time, 0, 'f', 2));
    m_content.setTime(m_time);
}

void LiveSession::finish()
{
    const Run* run = m_runs.find(m_run);
    const std::int64_t last = run ? run->report.doneFrame : -1;
    m_look.stop();
    m_link.reset();
    m_motions.clear();
    m_run = 0;
    m_handles.setThings({});
    m_content.setLive(nullptr);
    keepKeys(last);
    Q_EMIT changed();
}

/// The document is then the scene to which the frames of the run belong.
void LiveSession::keepKeys(std::int64_t lastFrame)
{
    QStringList gone;
    m_document.edit(tr("Record Live Motion"), [&](Graph& graph) {
        for (const auto& [node, keys] : m_keys) {
            if (!graph.find(node)) {
                gone.append(QString::fromStdString(node));
                continue;
            }
            setRecordedKeys(graph, node, keys);
        }
        if (!m_keys.empty() && lastFrame > std::get<std::int64_t>(graph.value(Graph::sceneNode, "lastFrame")))
            graph.setValue(Graph::sceneNode, "lastFrame", lastFrame);
    });
    m_keys.clear();
    if (!gone.isEmpty())
        Q_EMIT said({LogLevel::Warning, "", "live",
                     tr("What was recorded for %1 is lost: its node is gone").arg(gone.join(", ")).toStdString()});
}

} // namespace sastrugi::studio
