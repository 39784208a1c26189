#include "app/studio/viewport/Viewport.h"

#include "app/render/cameraStrokes.h"
#include "app/render/colourMap.h"
#include "app/render/screenColour.h"
#include "app/render/windStrokes.h"
#include "app/studio/inspect/attributeValues.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/looks/linearColour.h"
#include "app/studio/looks/toQString.h"
#include "app/studio/properties/QuantityField.h"
#include "app/studio/viewport/Hand.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace sastrugi::studio
{

namespace
{

constexpr double cameraAspect = 16.0 / 9; // of the picture in which a camera is drawn

} // namespace

Viewport::Viewport(SceneContent& content, QWidget* parent)
    : QWidget(parent), m_content(content), m_scene(new SceneWidget(this))
{
    makeBar();
    connect(&content, &SceneContent::itemsChanged, this, &Viewport::showItems);
    connect(&content, &SceneContent::frameChanged, m_scene, &SceneWidget::touchWhenRepeated);
    connect(&content, &SceneContent::frameChanged, this, &Viewport::showFrame);
    connect(&content, &SceneContent::solverChanged, this, &Viewport::showFrame);
    connect(&content, &SceneContent::volumeChanged, this, &Viewport::showFrame);
    connect(&content, &SceneContent::fineFrameChanged, this, &Viewport::showFrame);
    connect(&content, &SceneContent::surfaceChanged, this, [this] {
        showItems();
        showFrame();
    });
    connect(&content, &SceneContent::pickedChanged, this, &Viewport::showFacts);
    for (const auto signal : {&SceneContent::pathChanged, &SceneContent::strokesMade, &SceneContent::timeChanged})
        connect(&content, signal, this, &Viewport::showStrokes);
    connect(m_scene, &SceneWidget::picked, this, [this](const std::optional<Pick>& pick) {
        m_content.pick(pick && pick->particle >= 0 ? std::optional(idOf(pick->particle)) : std::nullopt);
        Q_EMIT picked(pick);
    });
    connect(m_scene, &SceneWidget::cameraChanged, this, [this] {
        if (!m_content.cameras().empty()) // one may be looked through, or not any more
            showStrokes();
    });
    connect(m_scene, &SceneWidget::contextMenuWanted, this, &Viewport::showMenu);
    m_scene->installEventFilter(this);
    showColours();
    showItems();
    showFrame();
}

void Viewport::changeSettings(const std::function<void(ViewSettings&)>& change)
{
    change(m_settings);
    m_scene->view().setSlice(m_settings.slice, m_settings.cutsMeshes);
    showColours();
    showSlice();
    showItems();
    showFrame();
}

void Viewport::setHand(Hand* hand)
{
    m_hand = hand;
    m_scene->setHand(hand);
}

ViewState Viewport::state() { return {m_scene->view().camera(), m_settings}; }

void Viewport::setState(const ViewState& state)
{
    m_isFitted = true;
    changeSettings([&](ViewSettings& settings) { settings = state.settings; });
    m_scene->changeCamera([&](Camera& camera) { camera = state.camera; });
}

void Viewport::reset()
{
    m_isFitted = false;
    m_scene->changeCamera([](Camera& camera) { camera = {}; });
    changeSettings([](ViewSettings& settings) { settings = {}; });
}

void Viewport::sliceAlong(int axis)
{
    changeSettings([&](ViewSettings& s) {
        s.slice.reset();
        if (axis < 0)
            return;
        s.slice.emplace();
        s.slice->normal = Vector3::Unit(axis);
        const Bounds bounds = m_content.frame() ? boundsOf(*m_content.frame()) : m_scene->view().bounds();
        s.slice->offset = bounds.isEmpty() ? 0 : bounds.centre()[axis];
        s.slice->thickness = bounds.isEmpty() ? 0.1 : std::max(1e-4, 0.05 * bounds.size().maxCoeff());
    });
}

void Viewport::showSlice()
{
    m_offset->setVisible(m_settings.slice.has_value());
    fitBar();
    if (m_settings.slice)
        m_offset->setValue(m_settings.slice->offset);
}

bool Viewport::hasSurface() const
{
    return m_content.surface() && !m_settings.hidden.contains(ContentKind::Surface) &&
           !m_settings.hiddenNodes.contains(m_content.surfaceNode());
}

bool Viewport::hasFineParticles() const
{
    return m_content.fineFrame() && !m_settings.hidden.contains(ContentKind::FineParticles) &&
           !m_settings.hiddenNodes.contains(m_content.fineNode());
}

void Viewport::showItems()
{
    std::vector<MeshItem> items;
    for (const ContentItem& item : m_content.items()) {
        // What fills with snow is in the way once there is snow.
        const bool isFilled = item.kind == ContentKind::Emitter && m_content.frame();
        if (isFilled || m_settings.hidden.contains(item.kind) || m_settings.hiddenNodes.contains(item.mesh.name))
            continue;
        items.push_back(item.mesh);
        if (item.kind == ContentKind::Mesh || item.kind == ContentKind::Boundary)
            items.back().colour = toScreenColour(theme().viewMesh);
        items.back().hasEdges = m_settings.hasEdges;
    }
    if (hasSurface()) {
        const auto& surface = m_content.surface();
        items.push_back({.name = m_content.surfaceNode(),
                         .mesh = {surface, &surface->mesh},
                         .colour = snowColour,
                         .hasEdges = m_settings.hasEdges,
                         .isSmooth = true,
                         .attributes = {surface, &surface->attributes}});
    }
    m_scene->view().meshes().show(items);
    showStrokes();
    if (!m_isFitted && !m_scene->view().bounds().isEmpty()) {
        m_isFitted = true;
        m_scene->fit(snowBounds());
    }
    m_scene->redraw();
}

/// They are not made again while nothing differs.
const Viewport::Wind& Viewport::windOf(const FieldItem& item)
{
    const Bounds region = m_content.region();
    const auto known = std::ranges::find(m_winds, item.field, &Wind::field);
    Wind& wind = known != m_winds.end() ? *known : m_winds.emplace_back();
    if (wind.strokes && wind.time == m_content.time() && wind.hasStreamlines == m_settings.hasStreamlines &&
        wind.region.minimum == region.minimum && wind.region.maximum == region.maximum)
        return wind;
    WindStrokes made =
        windStrokes(*item.field, region, m_content.time(), {.hasStreamlines = m_settings.hasStreamlines});
    wind = {item.field,
            region,
            m_content.time(),
            m_settings.hasStreamlines,
            std::make_shared<Strokes>(std::move(made.strokes)),
            made.speed};
    return wind;
}

/// Wind, samples, and the path of the picked particle.
void Viewport::showStrokes()
{
    std::vector<std::shared_ptr<const Strokes>> strokes;
    double speed = 0;
    std::erase_if(m_winds, [&](const Wind& wind) {
        return std::ranges::find(m_content.fields(), wind.field, &FieldItem::field) == m_content.fields().end();
    });
    for (const FieldItem& item : m_content.fields()) {
        if (m_settings.hidden.contains(item.kind) || m_settings.hiddenNodes.contains(item.node))
            continue;
        const Wind& wind = windOf(item);
        speed = std::max(speed, wind.speed);
        strokes.push_back(wind.strokes);
    }
    for (const CameraItem& item : m_content.cameras()) {
        if (m_settings.hidden.contains(ContentKind::Camera) || m_settings.hiddenNodes.contains(item.node))
            continue;
        Camera camera;
        camera.place(item.camera->at(m_content.time()));
        if (camera == m_scene->view().camera()) // one looks through it
            continue;
        strokes.push_back(std::make_shared<const Strokes>(
            cameraStrokes(camera, cameraAspect, toBytes(toScreenColour(colourOf(PortType::Camera))))));
    }
    if (!m_settings.hidden.contains(ContentKind::Samples))
        if (const auto samples = m_content.samples())
            strokes.push_back(samples);
    if (!m_content.frame() && !m_settings.hidden.contains(ContentKind::Emitter))
        if (const auto places = m_content.places(); places && !places->points.empty())
            strokes.push_back(places);
    if (m_settings.hasFaults)
        if (const auto faults = m_content.faults())
            strokes.push_back(faults);
    if (m_content.path() && m_settings.hasParticles)
        strokes.push_back(m_content.path());
    if (m_hand)
        if (const auto handles = m_hand->handles())
            strokes.push_back(handles);
    QStringList legend;
    if (speed > 0)
        legend << tr("wind: longest arrow %1 m/s").arg(speed, 0, 'g', 3);
    if (m_settings.hasFaults)
        legend << tr("edges: orange open, red with three triangles or more, blue between opposite sides");
    m_scene->setLegend(legend.join("; "));
    m_scene->view().strokes().show(strokes);
    m_scene->redraw();
}

void Viewport::showFrame()
{
    const bool hadFrame = m_scene->view().particles().frame() != nullptr;
    const bool hasVolume = m_content.volume() && !m_settings.hidden.contains(ContentKind::Volume) &&
                           !m_settings.hiddenNodes.contains(m_content.volumeNode());
    m_scene->view().volume().show(hasVolume ? m_content.volume() : nullptr);
    // The particles of which a volume or a surface is made would hide it.
    const bool isReplaced = hasVolume || hasSurface();
    m_scene->view().particles().show(!m_settings.hasParticles || isReplaced ? nullptr
                                     : hasFineParticles()                   ? m_content.fineFrame()
                                                                            : m_content.frame());
    if (hadFrame != (m_scene->view().particles().frame() != nullptr))
        showItems();
    fillAttributes();
    showRange();
    showFacts();
    const bool isStale = m_content.frame() && !m_content.isFrameValid();
    const QString& problem = m_content.problem();
    m_scene->setNote(isStale              ? tr("Stale: simulated with other values")
                     : !problem.isEmpty() ? tr("Not shown: %1").arg(problem)
                                          : m_content.remark(),
                     isStale || !problem.isEmpty());
    m_scene->redraw();
}

void Viewport::showRange()
{
    if (const auto range = m_scene->view().range()) {
        m_least->setValue(range->first);
        m_most->setValue(range->second);
    }
}

std::uint32_t Viewport::idOf(std::ptrdiff_t particle) const
{
    const std::shared_ptr<const Frame>& shown = m_scene->view().particles().frame();
    const std::uint32_t id = shown->particles.get<std::uint32_t>("id")[static_cast<std::size_t>(particle)];
    return shown == m_content.fineFrame() ? id / m_content.finePerParticle() : id; // the one that carries it
}

/// Of the picked particle, in whatever frame is shown.
void Viewport::showFacts()
{
    QStringList facts;
    if (m_content.picked() && m_content.frame() && m_isActive) {
        const Attributes& particles = m_content.frame()->particles;
        const auto ids = particles.get<std::uint32_t>("id");
        const auto found =
            std::lower_bound(ids.begin(), ids.end(), *m_content.picked()); // frames are in the order of ids
        if (found != ids.end() && *found == *m_content.picked()) {
            const auto index = static_cast<std::size_t>(found - ids.begin());
            for (const AttributeArray& array : particles.arrays())
                facts.append(toQString(array.name) + "\t" + valueText(array, index, m_content.frame()->origin));
        }
    }
    m_scene->setFacts(facts);
}

void Viewport::showColours()
{
    m_scene->view().setColouring(m_settings.colours);
    const QSignalBlocker mapBlocker(m_map), rangeBlocker(m_range);
    m_map->setCurrentIndex(m_map->findData(toQString(m_settings.colours.map)));
    m_range->setChecked(m_settings.colours.isPerFrame);
    fitBar();
}

void Viewport::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBar();
}

/// Of what is snow or will be, with room to fall; empty where there is none.
Bounds Viewport::snowBounds() const
{
    Bounds bounds;
    for (const ContentItem& item : m_content.items())
        if (item.kind == ContentKind::Emitter)
            bounds.add(item.mesh.bounds());
    return bounds.isEmpty() ? bounds : bounds.grownBy(0.3 * bounds.size().maxCoeff());
}

void Viewport::fit() { m_scene->fit(); }

void Viewport::fitTo(const std::string& node)
{
    Bounds bounds;
    for (const ContentItem& item : m_content.items())
        if (item.node == node || item.mesh.name == node)
            bounds.add(item.mesh.bounds());
    m_scene->fit(bounds);
}

void Viewport::showMenu(const QPoint& globalPosition)
{
    QMenu menu(this);
    fillShownMenu();
    QAction* shown = menu.addMenu(m_shownMenu);
    shown->setText(tr("Show"));
    QAction* view = menu.addMenu(m_viewMenu);
    view->setText(tr("View"));
    menu.addAction(tr("Frame All"), this, [this] { fit(); });
    menu.exec(globalPosition);
}

void Viewport::setIsActive(bool isActive, bool hasOthers)
{
    m_isActive = isActive;
    QFont font = m_view->font();
    font.setBold(isActive && hasOthers);
    m_view->setFont(font);
    showFacts();
}

void Viewport::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showItems();
}

bool Viewport::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress)
        Q_EMIT activated();
    return QWidget::eventFilter(watched, event);
}

} // namespace sastrugi::studio
