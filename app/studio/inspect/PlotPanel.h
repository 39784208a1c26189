// Plots over time, from the cache: those that the user chose, side by side.
#pragma once

#include "app/studio/frames/FrameReader.h"
#include "app/studio/inspect/FigureReader.h"
#include "app/studio/timeline/Timeline.h"

#include <QWidget>

class QGridLayout;
class QMenu;

namespace sastrugi::studio
{

class Plot;

class PlotPanel : public QWidget
{
    Q_OBJECT

public:
    PlotPanel(Timeline& timeline, const FrameReader& frames, QWidget* parent = nullptr);

    /// Names of figures, in order.
    void setShown(const QStringList& names);
    const QStringList& shown() const { return m_shown; }
    Plot* plot(const QString& name) const;
    /// Dashed curves of another cache beside them; empty: none.
    void setComparison(const std::filesystem::path& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow();
    void fillMenu(QMenu& menu);
    void showFigures();

    Timeline& m_timeline;
    const FrameReader& m_frames;
    FigureReader m_reader, m_otherReader;
    std::filesystem::path m_otherFolder;
    QStringList m_shown;
    QList<Plot*> m_plots;
    QGridLayout* m_grid;
};

} // namespace sastrugi::studio
