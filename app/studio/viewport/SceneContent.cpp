#include "app/studio/viewport/SceneContent.h"

#include "app/render/View.h"
#include "app/render/screenColour.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/looks/linearColour.h"
#include "app/studio/viewport/movingShape.h"

#include "engine/simulation/BoundaryInFrame.h"
#include "engine/simulation/Seeding.h"
#include "engine/surface/particleSurface.h"

#include <QMetaObject>

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr std::size_t mostOutlined = 200'000; // triangles; more would hide what they outline

/// Puts the item where it is at `time`; `frame` knows where loads have moved it by then, if there is one.
void place(ContentItem& item, double time, const Frame* frame)
{
    if (!item.moving)
        return;
    const Boundary boundary = frame ? asIn(*item.moving, *frame) : *item.moving;
    if (boundary.deformation)
        item.mesh.mesh = meshAt(boundary, time);
    else
        item.mesh.pose = boundary.motion.poseAt(time);
}

bool gives(const NodeType& type, PortType port)
{
    return std::any_of(type.outputs.begin(), type.outputs.end(),
                       [&](const Port& output) { return output.type == port; });
}

} // namespace

SceneContent::SceneContent(Document& document, Selection& selection, Evaluation& evaluation, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_evaluation(evaluation),
      m_volumes(densityVolume, QT_TR_NOOP("the volume")),
      m_surfaces([](const Frame& frame, const SurfaceParameters& parameters,
                    const std::stop_token& stop) { return particleSurface(frame, parameters, stop); },
                 QT_TR_NOOP("the surface")),
      m_fineFrames([this](const Frame& frame, const FineScaleParameters& parameters,
                          const std::stop_token& stop) { return m_fineScale.at(frame, parameters, stop); },
                   QT_TR_NOOP("the fine particles"))
{
    // Many changes at once are one update.
    const auto wanted = [this] {
        if (!std::exchange(m_isUpdateWanted, true))
            QMetaObject::invokeMethod(this, &SceneContent::update, Qt::QueuedConnection);
    };
    connect(&m_samples, &StrokeMaker::made, this, &SceneContent::strokesMade);
    connect(&m_faults, &StrokeMaker::made, this, &SceneContent::strokesMade);
    connect(&m_places, &StrokeMaker::made, this, &SceneContent::strokesMade);
    const auto follow = [this](FrameMakerSignals& reader, const std::string& node, void (SceneContent::*changed)()) {
        connect(&reader, &FrameMakerSignals::changed, this, [this, changed] {
            m_problem.clear();
            Q_EMIT(this->*changed)();
        });
        connect(&reader, &FrameMakerSignals::failed, this, [this, &node, changed](const QString& reason) {
            m_problem = reason;
            Q_EMIT failed(node, reason);
            Q_EMIT(this->*changed)();
        });
    };
    follow(m_volumes, m_volumeNode, &SceneContent::volumeChanged);
    follow(m_surfaces, m_surfaceNode, &SceneContent::surfaceChanged);
    follow(m_fineFrames, m_fineNode, &SceneContent::fineFrameChanged);
    connect(&document, &Document::graphChanged, this, wanted);
    connect(&document, &Document::replaced, this, wanted);
    connect(&selection, &Selection::changed, this, wanted);
    connect(&evaluation, &Evaluation::outputsChanged, this, wanted);
}

std::vector<std::string> SceneContent::shownNodes() const
{
    const Graph& graph = m_document.graph();
    std::vector<std::string> open, solvers, ends;
    for (const Node& node : graph.nodes()) {
        const NodeType* type = graph.typeOf(node);
        if (!type || type->outputs.empty())
            continue;
        if (node.isShown)
            open.push_back(node.name);
        if (gives(*type, PortType::Simulation))
            solvers.push_back(node.name);
        if (graph.linksFrom(node.name).empty())
            ends.push_back(node.name);
    }
    return !open.empty() ? open : !solvers.empty() ? solvers : ends;
}

void SceneContent::add(const std::string& node, const PortValue& value, std::set<const TriangleMesh*>& known)
{
    const auto addMesh = [&](ContentKind kind, const std::string& from, const std::shared_ptr<const TriangleMesh>& mesh,
                             const std::shared_ptr<const Boundary>& moving = {}, bool hasPlaces = false) {
        const bool isOnItsOwn = moving && moving->isMovedByRun(); // several bodies may have one mesh
        if (!known.insert(mesh.get()).second && !isOnItsOwn)
            return;
        MeshItem item{.name = from, .mesh = mesh};
        if (kind == ContentKind::Emitter) { // what will be snow
            item.colour = toScreenColour(colourOf(PortType::Emitter));
            item.opacity = hasPlaces ? 0.15 : 0.6;
        }
        m_items.push_back({kind, node, std::move(item), moving && !moving->isStill() ? moving : nullptr});
        place(m_items.back(), m_time, m_frame.get());
    };
    const auto addFill = [&](const FillEmitter& emitter) {
        addMesh(ContentKind::Emitter, emitter.name, emitter.region, {}, emitter.particles != nullptr);
        if (emitter.particles && std::ranges::find(m_given, emitter.particles) == m_given.end())
            m_given.push_back(emitter.particles);
    };
    std::visit(
        [&](const auto& held) {
            using Value = std::decay_t<decltype(*held)>;
            if constexpr (std::is_same_v<Value, TriangleMesh>)
                addMesh(ContentKind::Mesh, node, held.mesh, movingOf(held));
            else if constexpr (std::is_same_v<Value, Boundary>) {
                addMesh(ContentKind::Boundary, node, held->mesh, held);
                m_sampled.push_back(held);
            } else if constexpr (std::is_base_of_v<VectorField, Value>)
                m_fields.push_back({ContentKind::Outline, node, held});
            else if constexpr (std::is_same_v<Value, MovingCamera>)
                m_cameras.push_back({node, held});
            else if constexpr (std::is_same_v<Value, Emitter>) {
                if (const auto* fill = std::get_if<FillEmitter>(held.get()))
                    addFill(*fill);
                else if (const auto region = regionOf(*held))
                    addMesh(ContentKind::Emitter, node, region, movingOf(*held));
            } else if constexpr (std::is_same_v<Value, Scene>) {
                for (const Boundary& boundary : held->boundaries) {
                    m_sampled.emplace_back(held, &boundary); // lives as long as the scene
                    addMesh(ContentKind::Boundary, boundary.name, boundary.mesh, m_sampled.back());
                }
                if (held->wind)
                    m_fields.push_back({ContentKind::Wind, node, held->wind});
                for (const FillEmitter& emitter : held->emitters)
                    addFill(emitter);
            }
        },
        value);
}

void SceneContent::update()
{
    m_isUpdateWanted = false;
    const std::vector<ContentItem> before = std::exchange(m_items, {});
    const std::vector<FieldItem> fieldsBefore = std::exchange(m_fields, {});
    const std::vector<CameraItem> camerasBefore = std::exchange(m_cameras, {});
    const auto sampledBefore = std::exchange(m_sampled, {});
    const auto givenBefore = std::exchange(m_given, {});
    const std::string solverBefore = std::exchange(m_solver, {});
    const std::shared_ptr<const Scene> sceneBefore = std::exchange(m_scene, nullptr);
    std::set<const TriangleMesh*> known;
    for (const std::string& name : shownNodes()) {
        const NodeType* type = m_document.graph().typeOf(m_document.graph().node(name));
        if (m_solver.empty() && type && gives(*type, PortType::Simulation))
            m_solver = name;
        if (const auto outputs = m_evaluation.outputs(name))
            for (const PortValue& value : *outputs) {
                const auto* scene = std::get_if<std::shared_ptr<const Scene>>(&value);
                const bool isSolvers = scene && name == m_solver;
                add(name, isSolvers && m_live ? PortValue(m_live) : value, known);
                if (isSolvers)
                    m_scene = *scene;
            }
    }
    const std::vector<FaultReader::Shape> inspectedBefore = std::exchange(m_inspected, {});
    if (const auto outputs = m_evaluation.outputs(m_selection.active()))
        for (const PortValue& value : *outputs) {
            std::shared_ptr<const TriangleMesh> mesh;
            std::shared_ptr<const Boundary> moving;
            if (const auto* held = std::get_if<MovingMesh>(&value)) {
                mesh = held->mesh;
                moving = movingOf(*held);
            } else if (const auto* boundary = std::get_if<std::shared_ptr<const Boundary>>(&value)) {
                mesh = (*boundary)->mesh;
                moving = (*boundary)->isStill() ? nullptr : *boundary;
            } else if (const auto* emitter = std::get_if<std::shared_ptr<const Emitter>>(&value)) {
                mesh = regionOf(**emitter);
                moving = movingOf(**emitter);
            }
            if (const auto* field = std::get_if<Field>(&value))
                m_fields.push_back({ContentKind::Outline, m_selection.active(), *field});
            else if (const auto* camera = std::get_if<std::shared_ptr<const MovingCamera>>(&value))
                m_cameras.push_back({m_selection.active(), *camera});
            if (mesh)
                m_inspected.push_back({mesh, moving});
            if (!mesh || mesh->triangles.size() > mostOutlined)
                continue;
            MeshItem item{.name = m_selection.active(), .mesh = mesh, .colour = toScreenColour(theme().accent)};
            item.isWire = true;
            m_items.push_back({ContentKind::Outline, m_selection.active(), std::move(item), moving});
            place(m_items.back(), m_time, m_frame.get());
        }
    if (m_solver.empty()) // a volume or a surface is shown by its eye, and its solver is not
        for (const Node& node : m_document.graph().nodes())
            if (node.isShown)
                takeSolverOf(node.name);
    findProducts();
    const bool isSame = std::equal(before.begin(), before.end(), m_items.begin(), m_items.end(),
                                   [](const ContentItem& a, const ContentItem& b) {
                                       return a.kind == b.kind && a.node == b.node && a.mesh == b.mesh;
                                   });
    if (m_solver != solverBefore || m_scene != sceneBefore)
        Q_EMIT solverChanged();
    if (!isSame || m_fields != fieldsBefore || m_cameras != camerasBefore || m_inspected != inspectedBefore ||
        m_sampled != sampledBefore || m_given != givenBefore)
        Q_EMIT itemsChanged();
}

/// Where the node gives what is made of frames: then its simulation's frames are the ones to read.
void SceneContent::takeSolverOf(const std::string& node)
{
    if (const auto outputs = m_evaluation.outputs(node); outputs && m_solver.empty())
        for (const PortValue& value : *outputs) {
            if (const auto* volume = std::get_if<std::shared_ptr<const DensityVolume>>(&value))
                m_scene = (*volume)->simulation;
            else if (const auto* surface = std::get_if<std::shared_ptr<const ParticleSurface>>(&value))
                m_scene = (*surface)->simulation;
            else if (const auto* fine = std::get_if<std::shared_ptr<const FineParticles>>(&value))
                m_scene = (*fine)->simulation;
            else
                continue;
            m_solver = m_scene->solverNode;
        }
}

/// Of the active node, or the first that is shown.
void SceneContent::findProducts()
{
    m_volumeNode.clear();
    m_surfaceNode.clear();
    m_densityVolume.reset();
    m_particleSurface.reset();
    m_fineNode.clear();
    m_fineParticles.reset();
    const auto look = [&](const std::string& node) {
        if (const auto outputs = m_evaluation.outputs(node))
            for (const PortValue& value : *outputs) {
                if (const auto* volume = std::get_if<std::shared_ptr<const DensityVolume>>(&value);
                    volume && !m_densityVolume) {
                    m_volumeNode = node;
                    m_densityVolume = *volume;
                }
                if (const auto* surface = std::get_if<std::shared_ptr<const ParticleSurface>>(&value);
                    surface && !m_particleSurface) {
                    m_surfaceNode = node;
                    m_particleSurface = *surface;
                }
                if (const auto* fine = std::get_if<std::shared_ptr<const FineParticles>>(&value);
                    fine && !m_fineParticles) {
                    m_fineNode = node;
                    m_fineParticles = *fine;
                }
            }
    };
    look(m_selection.active());
    for (const Node& node : m_document.graph().nodes())
        if (node.isShown)
            look(node.name);
    wantProducts();
}

void SceneContent::wantProducts()
{
    const auto frameFor = [&](const auto& product) {
        return product && product->simulation->solverNode == m_solver ? m_frame : nullptr;
    };
    const auto volumeFrame = frameFor(m_densityVolume), surfaceFrame = frameFor(m_particleSurface);
    // Stale ones are of another scene.
    const auto fineFrame = m_isFrameValid ? frameFor(m_fineParticles) : nullptr;
    if (!volumeFrame && !surfaceFrame && !fineFrame)
        m_problem.clear();
    m_volumes.want(volumeFrame, m_densityVolume ? m_densityVolume->parameters : DensityVolumeParameters());
    m_surfaces.want(surfaceFrame, m_particleSurface ? m_particleSurface->parameters : SurfaceParameters());
    m_fineScale.setSource(m_fineParticles ? m_fineParticles->simulation : nullptr, m_cacheBase);
    m_fineFrames.want(fineFrame, m_fineParticles ? m_fineParticles->parameters : FineScaleParameters());
}

void SceneContent::setCacheBase(const std::filesystem::path& base)
{
    m_cacheBase = base;
    wantProducts();
}

Bounds SceneContent::region() const
{
    Bounds snow, all;
    for (const ContentItem& item : m_items) {
        all.add(item.mesh.bounds());
        if (item.kind == ContentKind::Emitter)
            snow.add(item.mesh.bounds());
    }
    if (m_frame)
        snow.add(boundsOf(*m_frame));
    const Bounds& seen = snow.isEmpty() ? all : snow;
    if (seen.isEmpty())
        return {Vector3(-2, -2, 0), Vector3(2, 2, 2)};
    return seen.grownBy(0.2 * seen.size().maxCoeff());
}

std::shared_ptr<const Strokes> SceneContent::samples()
{
    SampleReader::Order order{.boundaries = m_sampled, .region = region()};
    if (m_scene) {
        order.spacing = m_scene->solver->spacing();
        order.origin = localOrigin(*m_scene);
    }
    order.colour = toBytes(toScreenColour(colourOf(PortType::Boundary)));
    m_samples.want(order);
    return m_samples.strokes();
}

std::shared_ptr<const Strokes> SceneContent::places()
{
    m_places.want({m_frame ? decltype(m_given)() : m_given, toBytes(toScreenColour(colourOf(PortType::Emitter)))});
    return m_places.strokes();
}

std::shared_ptr<const Strokes> SceneContent::faults()
{
    std::vector<FaultReader::Shape> shapes = m_inspected;
    for (FaultReader::Shape& shape : shapes)
        shape.time = shape.moving ? m_time : 0;
    const auto bytes = [](const QColor& colour) { return toBytes(toScreenColour(colour)); };
    m_faults.want(shapes, {bytes(theme().warning), bytes(theme().error), bytes(theme().running)});
    return m_faults.strokes();
}

void SceneContent::setTime(double time)
{
    if (std::exchange(m_time, time) == time)
        return;
    bool isMoved = false;
    for (ContentItem& item : m_items)
        if (item.moving) {
            place(item, time, m_frame.get());
            isMoved = true;
        }
    if (isMoved)
        Q_EMIT itemsChanged();
    Q_EMIT timeChanged();
}

void SceneContent::setPath(std::shared_ptr<const Strokes> path)
{
    if (path == m_path)
        return;
    m_path = std::move(path);
    Q_EMIT pathChanged();
}

void SceneContent::setLive(std::shared_ptr<const Scene> scene)
{
    m_live = std::move(scene);
    update();
}

void SceneContent::setFrame(std::shared_ptr<const Frame> frame, bool isValid, const QString& remark)
{
    if (frame == m_frame && isValid == m_isFrameValid && remark == m_remark)
        return;
    m_remark = remark;
    m_frame = std::move(frame);
    m_isFrameValid = isValid;
    wantProducts();
    bool isMoved = false;
    for (ContentItem& item : m_items)
        if (item.moving && item.moving->isMovedByRun()) {
            place(item, m_time, m_frame.get());
            isMoved = true;
        }
    if (isMoved)
        Q_EMIT itemsChanged();
    Q_EMIT frameChanged();
}

void SceneContent::pick(const std::optional<std::uint32_t>& id)
{
    if (id == m_picked)
        return;
    m_picked = id;
    Q_EMIT pickedChanged();
}

} // namespace sastrugi::studio
