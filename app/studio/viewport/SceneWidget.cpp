#include "app/studio/viewport/SceneWidget.h"

#include "app/studio/looks/Theme.h"
#include "app/studio/looks/linearColour.h"
#include "app/studio/viewport/Hand.h"
#include "app/studio/viewport/overlay.h"

#include <QMouseEvent>
#include <QOffscreenSurface>
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

SceneWidget::SceneWidget(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(64, 64); // a frame buffer without a size is incomplete
    m_view = std::make_unique<View>(GlContext{
        [this] { return m_context && QOpenGLContext::currentContext() == m_context.get(); },
        [this] {
            if (m_context)
                m_context->makeCurrent(m_surface.get());
        },
    });
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, [this] { setReduced(m_isPlaying); });
    useTheme();
}

SceneWidget::~SceneWidget()
{
    m_view.reset(); // it ends while its context is there
    if (m_context)
        m_context->doneCurrent();
}

/// Once; false where OpenGL cannot be had.
bool SceneWidget::makeContext()
{
    if (std::exchange(m_isContextTried, true))
        return m_context != nullptr;
    m_surface = std::make_unique<QOffscreenSurface>();
    m_surface->create();
    m_context = std::make_unique<QOpenGLContext>();
    if (!m_context->create() || !m_context->makeCurrent(m_surface.get())) {
        m_context.reset();
        return false;
    }
    m_view->window().begin();
    return true;
}

/// Brings the picture up to date.
void SceneWidget::draw()
{
    const QSize wanted = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (!m_isDirty && m_picture.size() == wanted)
        return;
    m_isDirty = false;
    if (!makeContext())
        return;
    if (m_picture.size() != wanted) {
        m_view->resize(wanted.width(), wanted.height());
        m_picture = QImage(wanted, QImage::Format_RGB32);
        useTheme(); // words follow the ratio of pixels
    }
    const ParticleActor& particles = m_view->particles();
    const bool isLarge = particles.frame() && particles.frame()->particles.count() > ParticleActor::reducedCount;
    m_view->setIsFast(particles.isReduced() || isLarge);
    m_view->render();
    m_view->window().read(m_picture.bits());
    m_picture.mirror(); // OpenGL's rows begin at the lower edge
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    ++m_drawnCount;
}

QImage SceneWidget::picture()
{
    draw();
    return m_context ? m_picture : QImage();
}

void SceneWidget::paintEvent(QPaintEvent*)
{
    draw();
    QPainter painter(this);
    if (!m_context) {
        painter.fillRect(rect(), theme().viewLow);
        painter.setPen(theme().text);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Nothing can be drawn: OpenGL 3.2 is not to be had on this display."));
        return;
    }
    painter.drawImage(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintOver(painter);
}

void SceneWidget::paintOver(QPainter& painter)
{
    if (m_hasOverlay) {
        paintAxes(painter, rect(), m_view->camera());
        paintScaleBar(painter, rect(), m_view->camera());
        const Colours& colours = m_view->colours();
        if (const auto range = m_view->range())
            paintScalarBar(painter, rect(), QString::fromStdString(colours.colouring().attribute),
                           colours.colouring().map, *range, colours.extremes());
    }
    if (!m_legend.isEmpty())
        paintLegend(painter, rect(), m_legend);
    paintFacts(painter, rect(), m_facts);
    if (!m_note.isEmpty())
        paintNote(painter, rect(), m_note, m_isNoteWarning);
}

void SceneWidget::redraw()
{
    m_isDirty = true;
    update();
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
    m_view->volume().setReduced(isReduced);
    redraw();
}

void SceneWidget::touch()
{
    m_view->particles().setReduced(true);
    m_view->volume().setReduced(true);
    m_rest.start();
}

void SceneWidget::touchWhenRepeated()
{
    const bool isSoon = m_sinceTouch.isValid() && m_sinceTouch.elapsed() < restMilliseconds;
    m_sinceTouch.start();
    if (isSoon)
        touch();
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
    update();
}

void SceneWidget::setLegend(const QString& legend)
{
    if (std::exchange(m_legend, legend) != legend)
        update();
}

void SceneWidget::setFacts(const QStringList& facts)
{
    m_facts = facts;
    update();
}

void SceneWidget::setHasOverlay(bool hasOverlay)
{
    m_hasOverlay = hasOverlay;
    update();
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
    if (m_drag == Drag::Orbit && m_hand &&
        m_hand->grab(*m_view, inPicture(m_pressed), event->modifiers().testFlag(Qt::ControlModifier)))
        m_drag = Drag::Hand;
}

void SceneWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None || event->buttons() == Qt::NoButton)
        return;
    if (!m_hasMoved && (event->position() - m_pressed).manhattanLength() < 3)
        return;
    m_hasMoved = true;
    if (m_drag == Drag::Hand)
        return m_hand->drag(*m_view, inPicture(event->position()));
    const QPointF step = event->position() - std::exchange(m_last, event->position());
    touch();
    changeCamera([&](Camera& camera) {
        switch (m_drag) {
        case Drag::Orbit: camera.orbit(-degreesPerPixel * step.x(), degreesPerPixel * step.y()); break;
        case Drag::Pan: camera.pan(step.x() / height(), -step.y() / height()); break;
        case Drag::Zoom: camera.zoom(std::pow(zoomPerPixel, step.x() - step.y()), 0, 0); break;
        case Drag::Hand:
        case Drag::None: break;
        }
    });
}

void SceneWidget::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Hand)
        m_hand->drop();
    if (m_hasMoved)
        return;
    const QPointF at = inPicture(event->position());
    if (drag == Drag::Orbit || drag == Drag::Hand)
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
    QWidget::changeEvent(event);
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
