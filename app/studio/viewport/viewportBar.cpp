// The bar above a view: menus, the slice, and the colours.
#include "app/render/colourMap.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/toQString.h"
#include "app/studio/properties/QuantityField.h"
#include "app/studio/viewport/Viewport.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace sastrugi::studio
{

namespace
{

QToolButton* menuButton(const QString& name, const QString& iconName, const QString& text, QMenu* menu, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAutoRaise(true);
    button->setMenu(menu);
    return button;
}

} // namespace

void Viewport::makeBar()
{
    m_shownMenu = new QMenu(this);
    m_viewMenu = new QMenu(this);
    m_shown = menuButton("shown", "eye", tr("Show"), m_shownMenu, this);
    m_view = menuButton("view", "camera", tr("View"), m_viewMenu, this);
    connect(m_shownMenu, &QMenu::aboutToShow, this, &Viewport::fillShownMenu);
    fillViewMenu();

    m_attribute = new QComboBox(this);
    m_attribute->setObjectName("attribute");
    m_attribute->setToolTip(tr("What the particles' colours tell"));
    m_attribute->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_attribute, &QComboBox::activated, this, [this] {
        changeSettings([&](ViewSettings& s) {
            s.colours.attribute = m_attribute->currentData().toString().toStdString();
            s.colours.minimum = s.colours.maximum = 0;
        });
    });
    m_map = new QComboBox(this);
    m_map->setObjectName("colourMap");
    m_map->setToolTip(tr("The colours, from the least to the largest value"));
    for (const std::string_view name : colourMaps()) {
        QPixmap strip(48, 12);
        QPainter painter(&strip);
        for (int x = 0; x < strip.width(); ++x) {
            const Colour& c = coloursOf(name)[static_cast<std::size_t>(x * 255 / (strip.width() - 1))];
            painter.fillRect(x, 0, 1, strip.height(), QColor::fromRgbF(float(c.red), float(c.green), float(c.blue)));
        }
        m_map->addItem(QIcon(strip), toQString(name), toQString(name));
    }
    m_map->setIconSize({48, 12});
    connect(m_map, &QComboBox::activated, this, [this] {
        changeSettings([&](ViewSettings& s) { s.colours.map = m_map->currentData().toString().toStdString(); });
    });
    const auto field = [&](const QString& name, const QString& tip) {
        auto* made = new QuantityField(Unit::None, -1e12, 1e12, false, this);
        made->setObjectName(name);
        made->setToolTip(tip);
        made->setFixedWidth(fontMetrics().horizontalAdvance("-1234.5") + 16);
        return made;
    };
    m_least = field("least", tr("The value of the first colour"));
    m_most = field("most", tr("The value of the last colour"));
    const auto fixRange = [this] {
        changeSettings([&](ViewSettings& s) {
            s.colours.isPerFrame = false;
            s.colours.minimum = std::min(m_least->value(), m_most->value());
            s.colours.maximum = std::max(m_least->value(), m_most->value());
        });
    };
    connect(m_least, &QuantityField::edited, this, fixRange);
    connect(m_most, &QuantityField::edited, this, fixRange);
    m_range = new QToolButton(this);
    m_range->setObjectName("perFrame");
    m_range->setIcon(icon("refresh"));
    m_range->setAutoRaise(true);
    m_range->setCheckable(true);
    m_range->setToolTip(tr("The range of each frame; otherwise it stays as it is"));
    connect(m_range, &QToolButton::toggled, this, [this](bool isPerFrame) {
        changeSettings([&](ViewSettings& s) {
            s.colours.isPerFrame = isPerFrame;
            s.colours.minimum = s.colours.maximum = 0;
        });
    });
    m_slice = new QToolButton(this);
    m_slice->setObjectName("slice");
    m_slice->setIcon(icon("slice"));
    m_slice->setAutoRaise(true);
    m_slice->setPopupMode(QToolButton::InstantPopup);
    m_slice->setToolTip(tr("Shows a slice of the particles only"));
    auto* slices = new QMenu(m_slice);
    slices->addAction(tr("No Slice"), this, [this] { sliceAlong(-1); });
    for (int axis = 0; axis < 3; ++axis)
        slices->addAction(tr("Slice along %1").arg("xyz"[axis]), this, [this, axis] { sliceAlong(axis); });
    slices->addSeparator();
    slices->addAction(tr("Thin Slice"), this, [this] {
        changeSettings([&](ViewSettings& s) {
            if (s.slice)
                s.slice->thickness = 0.02 * m_scene->view().camera().height();
        });
    });
    slices->addAction(tr("Cut Away the Front"), this, [this] {
        changeSettings([&](ViewSettings& s) {
            if (s.slice)
                s.slice->thickness = 0;
        });
    });
    slices->addSeparator();
    QAction* cuts = slices->addAction(tr("Cut Meshes as Well"));
    cuts->setObjectName("cutsMeshes");
    cuts->setCheckable(true);
    connect(cuts, &QAction::toggled, this,
            [this](bool isOn) { changeSettings([isOn](ViewSettings& s) { s.cutsMeshes = isOn; }); });
    connect(slices, &QMenu::aboutToShow, cuts, [this, cuts] { cuts->setChecked(m_settings.cutsMeshes); });
    m_slice->setMenu(slices);
    m_offset = new QuantityField(Unit::Metre, -1e6, 1e6, false, this);
    m_offset->setObjectName("sliceOffset");
    m_offset->setToolTip(tr("Where the slice lies along its axis; drag it"));
    m_offset->setFixedWidth(fontMetrics().horizontalAdvance("-0.0123456 m") + 20);
    connect(m_offset, &QuantityField::edited, this, [this](double offset) {
        m_scene->touch();
        changeSettings([&](ViewSettings& s) {
            if (s.slice)
                s.slice->offset = offset;
        });
    });

    // The bar never makes a view wider than its share: narrow ones show less of it.
    m_bar = new QWidget(this);
    m_bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(6, 2, 6, 2);
    bar->setSpacing(4);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_shown, m_view, m_slice, m_offset})
        bar->addWidget(widget);
    bar->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_attribute, m_map, m_least, m_most, m_range})
        bar->addWidget(widget);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_scene, 1);
    showSlice();
}

void Viewport::fillViewMenu()
{
    const auto look = [this](Side side) {
        m_scene->changeCamera([side](Camera& camera) {
            camera.lookFrom(side);
            camera.isOrthographic = true;
        });
    };
    const struct {
        QString text;
        Side side;
    } sides[] = {{tr("Front"), Side::Front}, {tr("Back"), Side::Back}, {tr("Right"), Side::Right},
                 {tr("Left"), Side::Left},   {tr("Top"), Side::Top},   {tr("Bottom"), Side::Bottom}};
    for (const auto& side : sides)
        m_viewMenu->addAction(side.text, this, [look, side] { look(side.side); });
    m_viewMenu->addAction(tr("Perspective"), this, [this] {
        m_scene->changeCamera([](Camera& camera) {
            camera.lookFrom(Vector3(0.8, -2.2, 0.8));
            camera.isOrthographic = false;
        });
    });
    m_viewMenu->addSeparator();
    m_viewMenu->addAction(tr("Frame All"), this, [this] { fit(); });
}

void Viewport::fillShownMenu()
{
    m_shownMenu->clear();
    const auto addSwitch = [&](const QString& text, bool isOn, const std::function<void(ViewSettings&, bool)>& change) {
        QAction* action = m_shownMenu->addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::toggled, this,
                [this, change](bool on) { changeSettings([&](ViewSettings& s) { change(s, on); }); });
    };
    addSwitch(tr("Particles"), m_settings.hasParticles, [](ViewSettings& s, bool on) { s.hasParticles = on; });
    const auto addKind = [&](const QString& text, ContentKind kind) {
        addSwitch(text, !m_settings.hidden.contains(kind), [kind](ViewSettings& s, bool on) {
            if (on)
                s.hidden.erase(kind);
            else
                s.hidden.insert(kind);
        });
    };
    addKind(tr("Volume"), ContentKind::Volume);
    addKind(tr("Surface"), ContentKind::Surface);
    addKind(tr("Fine Particles"), ContentKind::FineParticles);
    addKind(tr("Meshes"), ContentKind::Mesh);
    addKind(tr("Boundaries"), ContentKind::Boundary);
    addKind(tr("Emitters"), ContentKind::Emitter);
    addKind(tr("Outline of the Active Node"), ContentKind::Outline);
    addKind(tr("Cameras"), ContentKind::Camera);
    addKind(tr("Samples of Boundaries"), ContentKind::Samples);
    addKind(tr("Wind of the Scene"), ContentKind::Wind);
    addSwitch(tr("Streamlines of Winds"), m_settings.hasStreamlines,
              [](ViewSettings& s, bool on) { s.hasStreamlines = on; });
    addSwitch(tr("Bad Edges of the Active Node"), m_settings.hasFaults,
              [](ViewSettings& s, bool on) { s.hasFaults = on; });
    addSwitch(tr("Edges"), m_settings.hasEdges, [](ViewSettings& s, bool on) { s.hasEdges = on; });
    m_shownMenu->addSeparator();
    std::set<std::string> nodes;
    for (const ContentItem& item : m_content.items())
        if (item.kind != ContentKind::Outline)
            nodes.insert(item.mesh.name);
    for (const FieldItem& item : m_content.fields())
        nodes.insert(item.node);
    for (const CameraItem& item : m_content.cameras())
        nodes.insert(item.node);
    for (const std::string& node : nodes)
        addSwitch(toQString(node), !m_settings.hiddenNodes.contains(node), [node](ViewSettings& s, bool on) {
            if (on)
                s.hiddenNodes.erase(node);
            else
                s.hiddenNodes.insert(node);
        });
}

void Viewport::fillAttributes()
{
    QStringList names = {""};
    const Attributes* shown = hasSurface()        ? &m_content.surface()->attributes
                              : m_content.frame() ? &m_content.frame()->particles
                                                  : nullptr;
    if (shown)
        for (const AttributeArray& array : shown->arrays())
            if (array.name != "position")
                names.append(toQString(array.name));
    const QString current = toQString(m_settings.colours.attribute);
    if (!names.contains(current))
        names.append(current);
    QStringList there;
    for (int i = 0; i < m_attribute->count(); ++i)
        there.append(m_attribute->itemData(i).toString());
    const QSignalBlocker blocker(m_attribute);
    if (there != names) {
        m_attribute->clear();
        for (const QString& name : names)
            m_attribute->addItem(name.isEmpty() ? tr("white") : name, name);
    }
    m_attribute->setCurrentIndex(m_attribute->findData(current));
}

void Viewport::fitBar()
{
    const bool isColoured = !m_settings.colours.attribute.empty();
    const int room = width() - (m_settings.slice ? m_offset->width() : 0);
    const int letters = room / std::max(1, fontMetrics().averageCharWidth());
    m_map->setVisible(isColoured && letters > 62);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_least, m_most, m_range})
        widget->setVisible(isColoured && letters > 95);
}

} // namespace sastrugi::studio
