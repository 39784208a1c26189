#include "app/studio/viewport/SceneWidget.h"

#include "app/studio/looks/Theme.h"
#include "app/studio/looks/linearColour.h"
#include "app/studio/viewport/overlay.h"

#include <QMouseEvent>
#include <QOpenGLContext>
#include <QPainter>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr int restMilliseconds = 300; // after them all is drawn again
constexpr double degreesPerPixel = 0.4, zoomPerPixel = 1.008, zoomPerStep = 1.2;

} // namespace

/// Over the picture; a widget of its own, as QPainter and VTK do not get on in one frame buffer.
class SceneWidget::Overlay : public QWidget
{
public:
    explicit Overlay(SceneWidget& scene) : QWidget(&scene), m_scene(scene)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_scene.m_hasOverlay) {
            paintAxes(painter, rect(), m_scene.view().camera());
            paintScaleBar(painter, rect(), m_scene.view().camera());
            const ParticleActor& particles = m_scene.view().particles();
            if (const auto range = particles.range())
                paintScalarBar(painter, rect(), QString::fromStdString(particles.colouring().attribute),
                               particles.colouring().map, *range);
        }
        if (!m_scene.m_legend.isEmpty())
            paintLegend(painter, rect(), m_scene.m_legend);
        paintFacts(painter, rect(), m_scene.m_facts);
        if (!m_scene.m_note.isEmpty())
            paintNote(painter, rect(), m_scene.m_note, m_scene.m_isNoteWarning);
    }

private:
    SceneWidget& m_scene;
};

SceneWidget::SceneWidget(QWidget* parent) : QOpenGLWidget(parent), m_overlay(new Overlay(*this))
{
    setUpdateBehavior(NoPartialUpdate);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(64, 64); // a frame buffer without a size is incomplete
    // Qt's own makeCurrent() would bind the widget's frame buffer while VTK builds one of its own.
    m_view = std::make_unique<View>(GlContext{
        [this] { return context() && QOpenGLContext::currentContext() == context(); },
        [this] {
            if (context())
                context()->makeCurrent(context()->surface());
        },
    });
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, [this] { setReduced(m_isPlaying); });
    useTheme();
}

SceneWidget::~SceneWidget()
{
    leaveContext();
    m_view.reset();
}

void SceneWidget::leaveContext()
{
    if (!m_view || !m_view->window().isReady()) // the context goes after the view
        return;
    makeCurrent();
    m_view->window().end();
    doneCurrent();
}

void SceneWidget::initializeGL()
{
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &SceneWidget::leaveContext, Qt::DirectConnection);
    m_view->window().begin();
    m_isDirty = true;
}

void SceneWidget::resizeGL(int, int)
{
    const double ratio = devicePixelRatioF();
    m_view->resize(static_cast<int>(std::lround(ratio * width())), static_cast<int>(std::lround(ratio * height())));
    m_overlay->setGeometry(rect());
    useTheme(); // words follow the ratio
    m_isDirty = true;
}

void SceneWidget::paintGL()
{
    const bool isDirty = std::exchange(m_isDirty, false);
    const std::function<void()> render = [this] {
        const ParticleActor& particles = m_view->particles();
        const bool isLarge = particles.frame() && particles.frame()->particles.count() > ParticleActor::reducedCount;
        m_view->setIsFast(particles.isReduced() || isLarge);
        m_view->render();
    };
    m_view->window().paintInto(defaultFramebufferObject(), isDirty ? render : nullptr);
    m_drawnCount += isDirty;
}

void SceneWidget::redraw()
{
    m_isDirty = true;
    update();
    m_overlay->update();
}

void SceneWidget::fit(const Bounds& bounds)
{
    if (bounds.isEmpty())
        m_view->fit();
    else
        m_view->fit(bounds);
    Q_EMIT cameraChanged();
    redraw();
}

void SceneWidget::changeCamera(const std::function<void(Camera&)>& change)
{
    Camera camera = m_view->camera();
    change(camera);
    m_view->setCamera(camera);
    Q_EMIT cameraChanged();
    redraw();
}

void SceneWidget::setReduced(bool isReduced)
{
    m_view->particles().setReduced(isReduced);
    redraw();
}

void SceneWidget::touch()
{
    m_view->particles().setReduced(true);
    m_rest.start();
}

void SceneWidget::setIsPlaying(bool isPlaying)
{
    if (isPlaying == m_isPlaying)
        return;
    m_isPlaying = isPlaying;
    isPlaying ? setReduced(true) : m_rest.start();
}

void SceneWidget::setNote(const QString& note, bool isWarning)
{
    if (note == m_note && isWarning == m_isNoteWarning)
        return;
    m_note = note;
    m_isNoteWarning = isWarning;
    m_overlay->update();
}

void SceneWidget::setLegend(const QString& legend)
{
    if (std::exchange(m_legend, legend) != legend)
        m_overlay->update();
}

void SceneWidget::setFacts(const QStringList& facts)
{
    m_facts = facts;
    m_overlay->update();
}

void SceneWidget::setHasOverlay(bool hasOverlay)
{
    m_hasOverlay = hasOverlay;
    m_overlay->update();
}

/// In shares of the height from the centre, y upwards.
QPointF SceneWidget::inPicture(const QPointF& position) const
{
    return {(position.x() - 0.5 * width()) / height(), (0.5 * height() - position.y()) / height()};
}

void SceneWidget::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    m_pressed = m_last = event->position();
    m_hasMoved = false;
    const bool hasShift = event->modifiers().testFlag(Qt::ShiftModifier);
    m_drag = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && hasShift) ? Drag::Pan
             : event->button() == Qt::RightButton                                                   ? Drag::Zoom
             : event->button() == Qt::LeftButton                                                    ? Drag::Orbit
                                                                                                    : Drag::None;
}

void SceneWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None || event->buttons() == Qt::NoButton)
        return;
    if (!m_hasMoved && (event->position() - m_pressed).manhattanLength() < 3)
        return;
    m_hasMoved = true;
    const QPointF step = event->position() - std::exchange(m_last, event->position());
    touch();
    changeCamera([&](Camera& camera) {
        switch (m_drag) {
        case Drag::Orbit: camera.orbit(-degreesPerPixel * step.x(), degreesPerPixel * step.y()); break;
        case Drag::Pan: camera.pan(step.x() / height(), -step.y() / height()); break;
        case Drag::Zoom: camera.zoom(std::pow(zoomPerPixel, step.x() - step.y()), 0, 0); break;
        case Drag::None: break;
        }
    });
}

void SceneWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (m_hasMoved)
        return;
    const QPointF at = inPicture(event->position());
    if (drag == Drag::Orbit)
        Q_EMIT picked(m_view->pick(at.x(), at.y()));
    else if (drag == Drag::Zoom)
        Q_EMIT contextMenuWanted(event->globalPosition().toPoint());
}

void SceneWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    // It turns around what was pointed at from now on.
    const QPointF at = inPicture(event->position());
    if (const std::optional<Pick> pick = m_view->pick(at.x(), at.y()); pick && event->button() == Qt::LeftButton)
        changeCamera([&](Camera& camera) {
            camera.distance = std::max(1e-5, (camera.position() - pick->point).dot(camera.back()));
            camera.target = pick->point;
        });
}

void SceneWidget::wheelEvent(QWheelEvent* event)
{
    const QPointF at = inPicture(event->position());
    touch();
    changeCamera(
        [&](Camera& camera) { camera.zoom(std::pow(zoomPerStep, event->angleDelta().y() / 120.0), at.x(), at.y()); });
    event->accept();
}

void SceneWidget::changeEvent(QEvent* event)
{
    QOpenGLWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        useTheme();
        redraw();
    }
}

void SceneWidget::useTheme()
{
    const Theme& looks = theme();
    ViewLook look;
    look.low = toScreenColour(looks.viewLow);
    look.high = toScreenColour(looks.viewHigh);
    look.words = toScreenColour(looks.text);
    look.grid = toScreenColour(looks.viewGrid);
    look.hasGround = true;
    look.hasScalarBar = false; // the overlay has one
    look.scale = devicePixelRatioF();
    m_view->setLook(look);
}

} // namespace sastrugi::studio
