#include "app/studio/viewport/ViewportArea.h"

#include "app/studio/viewport/Viewport.h"

#include "engine/core/Error.h"

#include <QFileDialog>
#include <QSplitter>
#include <QVBoxLayout>

namespace sastrugi::studio
{

ViewportArea::ViewportArea(SceneContent& content, Selection& selection, Commands& commands, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection), m_rows(new QSplitter(Qt::Vertical, this)),
      m_upper(new QSplitter(Qt::Horizontal)), m_lower(new QSplitter(Qt::Horizontal))
{
    setObjectName("viewports");
    m_rows->addWidget(m_upper);
    m_rows->addWidget(m_lower);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_rows);
    setCount(1);
    addCommands(commands);
}

void ViewportArea::setCount(int count)
{
    while (m_views.size() > count) {
        Viewport* last = m_views.takeLast();
        if (last == m_active)
            activate(m_views.first());
        delete last;
    }
    constexpr Side sides[] = {Side::Front, Side::Front, Side::Top, Side::Right};
    while (m_views.size() < count) {
        auto* view = new Viewport(m_content);
        const auto index = static_cast<std::size_t>(m_views.size());
        if (index > 0)
            view->scene().changeCamera([&](Camera& camera) {
                camera.lookFrom(sides[index]);
                camera.isOrthographic = true;
            });
        if (index > 0) {
            view->changeSettings([this](ViewSettings& settings) {
                settings = m_active->settings();
                if (const auto range = m_active->scene().view().range()) {
                    settings.colours.minimum = range->first; // the same colours mean the same in all views
                    settings.colours.maximum = range->second;
                }
            });
            view->fit();
        }
        (index < 2 ? m_upper : m_lower)->addWidget(view);
        view->scene().setIsPlaying(m_isPlaying);
        view->setHand(m_hand);
        connect(view, &Viewport::activated, this, [this, view] { activate(view); });
        connect(view, &Viewport::picked, this, &ViewportArea::picked);
        m_views.append(view);
    }
    m_lower->setVisible(count > 2);
    activate(m_active ? m_active : m_views.first());
}

std::vector<ViewState> ViewportArea::state() const
{
    std::vector<ViewState> views;
    for (Viewport* view : m_views)
        views.push_back(view->state());
    return views;
}

void ViewportArea::setState(const std::vector<ViewState>& views)
{
    if (views.empty()) {
        const auto count = static_cast<int>(m_views.size());
        setCount(1);
        m_views.first()->reset();
        setCount(count);
        return;
    }
    setCount(views.size() > 2 ? 4 : static_cast<int>(views.size()));
    for (std::size_t i = 0; i < views.size(); ++i)
        m_views[static_cast<qsizetype>(i)]->setState(views[i]);
}

void ViewportArea::activate(Viewport* view)
{
    m_active = view;
    for (Viewport* other : m_views)
        other->setIsActive(other == view, m_views.size() > 1);
}

void ViewportArea::setHand(Hand& hand)
{
    m_hand = &hand;
    for (Viewport* view : m_views)
        view->setHand(m_hand);
}

void ViewportArea::setIsPlaying(bool isPlaying)
{
    m_isPlaying = isPlaying;
    for (Viewport* view : m_views)
        view->scene().setIsPlaying(isPlaying);
}

void ViewportArea::addCommands(Commands& commands)
{
    const QString category = tr("Viewport");
    const auto key = [](QKeyCombination combination) { return QKeySequence(combination); };
    const auto add = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        commands.add(this, definition, run);
    };
    const auto look = [&](const QString& id, const QString& text, const QList<QKeySequence>& keys, Side side) {
        add({id, text, category, keys, tr("Looks along an axis, without perspective.")}, [this, side] {
            m_active->scene().changeCamera([side](Camera& camera) {
                camera.lookFrom(side);
                camera.isOrthographic = true;
            });
        });
    };
    const auto pad = [](Qt::Key number) { return QKeySequence(QKeyCombination(Qt::KeypadModifier, number)); };
    const auto padCtrl = [](Qt::Key number) {
        return QKeySequence(QKeyCombination(Qt::ControlModifier | Qt::KeypadModifier, number));
    };
    look("viewport.front", tr("Front View"), {key(Qt::Key_1), pad(Qt::Key_1)}, Side::Front);
    look("viewport.back", tr("Back View"), {key(Qt::CTRL | Qt::Key_1), padCtrl(Qt::Key_1)}, Side::Back);
    look("viewport.right", tr("Right View"), {key(Qt::Key_3), pad(Qt::Key_3)}, Side::Right);
    look("viewport.left", tr("Left View"), {key(Qt::CTRL | Qt::Key_3), padCtrl(Qt::Key_3)}, Side::Left);
    look("viewport.top", tr("Top View"), {key(Qt::Key_7), pad(Qt::Key_7)}, Side::Top);
    look("viewport.bottom", tr("Bottom View"), {key(Qt::CTRL | Qt::Key_7), padCtrl(Qt::Key_7)}, Side::Bottom);
    add({"viewport.orthographic",
         tr("Perspective or Orthographic"),
         category,
         {key(Qt::Key_5), pad(Qt::Key_5)},
         tr("With or without perspective.")},
        [this] {
            m_active->scene().changeCamera([](Camera& camera) { camera.isOrthographic = !camera.isOrthographic; });
        });
    add({"viewport.frameSelected",
         tr("Frame Selected"),
         category,
         {key(Qt::Key_F)},
         tr("Shows what the active node gives, as large as possible."),
         "frame"},
        [this] { m_active->fitTo(m_selection.active()); });
    add({"viewport.frameAll",
         tr("Frame All"),
         category,
         {key(Qt::Key_Home), key(Qt::Key_A)},
         tr("Shows everything, as large as possible.")},
        [this] { m_active->fit(); });
    for (const int count : {1, 2, 4}) // from every panel
        commands.add(parentWidget() ? parentWidget() : this,
                     {QString("viewport.views%1").arg(count),
                      count == 1 ? tr("1 View") : tr("%1 Views").arg(count),
                      category,
                      {QKeySequence(QString("Ctrl+Alt+%1").arg(count))},
                      tr("Divides the viewport."),
                      QString("views-%1").arg(count)},
                     [this, count] { setCount(count); });
    add({"viewport.picture",
         tr("Save Picture..."),
         category,
         {key(Qt::CTRL | Qt::Key_F12)},
         tr("Writes the view as a PNG file."),
         "camera"},
        [this] { savePicture(); });
}

void ViewportArea::savePicture()
{
    QString file = QFileDialog::getSaveFileName(this, tr("Save Picture"), "view.png", tr("Pictures (*.png)"));
    if (file.isEmpty())
        return;
    if (!file.endsWith(".png", Qt::CaseInsensitive))
        file += ".png";
    // Everything is drawn, whatever moves at the moment.
    m_active->scene().view().particles().setReduced(false);
    m_active->scene().redraw();
    if (m_active->scene().picture().save(file))
        Q_EMIT said(tr("Saved the view as %1.").arg(file));
    else
        Q_EMIT said(tr("The picture '%1' cannot be written.").arg(file));
}

} // namespace sastrugi::studio
