#include "app/studio/inspect/PlotPanel.h"

#include "app/studio/inspect/Plot.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/settings/Settings.h"

#include <QGridLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>

namespace sastrugi::studio
{

namespace
{

constexpr const char* shownKey = "plots/shown";

} // namespace

PlotPanel::PlotPanel(Timeline& timeline, const FrameReader& frames, QWidget* parent)
    : QWidget(parent), m_timeline(timeline), m_frames(frames), m_grid(new QGridLayout)
{
    setObjectName("plots");
    auto* choose = new QToolButton(this);
    choose->setObjectName("choosePlots");
    choose->setIcon(icon("add"));
    choose->setText(tr("Curves"));
    choose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    choose->setPopupMode(QToolButton::InstantPopup);
    choose->setAutoRaise(true);
    auto* menu = new QMenu(choose);
    choose->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(*menu); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 6);
    layout->setSpacing(2);
    layout->addWidget(choose, 0, Qt::AlignLeft);
    layout->addLayout(m_grid, 1);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(4);

    connect(&frames, &FrameReader::tableChanged, this, &PlotPanel::follow);
    for (const FigureReader* reader : {&m_reader, &m_otherReader})
        connect(reader, &FigureReader::figuresChanged, this, &PlotPanel::showFigures);
    connect(&timeline, &Timeline::rangeChanged, this, &PlotPanel::showFigures);
    connect(&timeline, &Timeline::frameChanged, this, [this](qint64 frame) {
        for (Plot* plot : m_plots)
            plot->setFrame(frame);
    });
    setShown(Settings()
                 .value(shownKey, QStringList{"kinetic energy", "largest density", "pressureIterations", "stepSeconds"})
                 .toStringList());
}

void PlotPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void PlotPanel::follow()
{
    const FrameTable& table = m_frames.table();
    if (!isVisible()) // nobody else needs them
        return;
    m_reader.read(table.validCount > 0 ? table.folder : table.staleFolder);
    if (!m_otherFolder.empty())
        m_otherReader.read(m_otherFolder);
}

void PlotPanel::setComparison(const std::filesystem::path& folder)
{
    m_otherFolder = folder;
    follow();
    showFigures();
}

void PlotPanel::fillMenu(QMenu& menu)
{
    menu.clear();
    std::set<std::string> names;
    for (const auto& [frame, figures] : m_reader.figures())
        for (const auto& [name, value] : figures)
            names.insert(name);
    for (const QString& name : m_shown)
        names.insert(name.toStdString());
    for (const std::string& name : names) {
        const QString text = QString::fromStdString(name);
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_shown.contains(text));
        connect(action, &QAction::toggled, this, [this, text](bool isOn) {
            QStringList shown = m_shown;
            isOn ? shown.append(text) : void(shown.removeAll(text));
            setShown(shown);
            Settings().setValue(shownKey, shown);
        });
    }
}

void PlotPanel::setShown(const QStringList& names)
{
    m_shown = names;
    qDeleteAll(m_plots);
    m_plots.clear();
    constexpr int columns = 4;
    for (int i = 0; i < names.size(); ++i) {
        auto* plot = new Plot(this);
        connect(plot, &Plot::frameChosen, &m_timeline, &Timeline::setFrame);
        m_grid->addWidget(plot, i / columns, i % columns);
        m_plots.append(plot);
    }
    showFigures();
}

Plot* PlotPanel::plot(const QString& name) const
{
    for (Plot* plot : m_plots)
        if (plot->title() == name)
            return plot;
    return nullptr;
}

void PlotPanel::showFigures()
{
    const auto valuesOf = [](const FigureReader& reader, const std::string& name) {
        Plot::Values values;
        for (const auto& [frame, figures] : reader.figures())
            if (const auto found = figures.find(name); found != figures.end())
                values[frame] = found->second;
        return values;
    };
    for (int i = 0; i < m_plots.size(); ++i) {
        const std::string name = m_shown[i].toStdString();
        m_plots[i]->setRange(m_timeline.range().first, m_timeline.range().last);
        m_plots[i]->setFrame(m_timeline.frame());
        m_plots[i]->show(m_shown[i], valuesOf(m_reader, name),
                         m_otherFolder.empty() ? Plot::Values() : valuesOf(m_otherReader, name));
    }
}

} // namespace sastrugi::studio
