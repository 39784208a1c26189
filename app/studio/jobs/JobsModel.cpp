#include "app/studio/jobs/JobsModel.h"

#include "app/studio/document/Document.h"
#include "app/studio/jobs/jobWords.h"
#include "app/studio/jobs/runWords.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include <QGuiApplication>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

/// Empty for a figure that is not there yet.
QString orNothing(double value, const QString& text) { return value > 0 ? text : QString(); }

QString textOf(const Run& run, int column)
{
    const RunReport& report = run.report;
    switch (column) {
    case JobsModel::NodeColumn: return QString::fromStdString(run.node);
    case JobsModel::SceneColumn: return run.scene;
    case JobsModel::StateColumn: return stateText(run);
    case JobsModel::ProgressColumn: return frameText(run);
    case JobsModel::LeftColumn: return run.state == RunState::Running ? durationText(report.secondsLeft) : QString();
    case JobsModel::ParticlesColumn:
        return orNothing(static_cast<double>(report.particles), countText(static_cast<double>(report.particles)));
    case JobsModel::StepColumn:
        return orNothing(report.timeStep,
                         timeStepText(report.timeStep) + (report.limiter.isEmpty() ? "" : "  " + report.limiter));
    case JobsModel::IterationsColumn: return report.iterations;
    case JobsModel::MemoryColumn: return orNothing(report.memory, byteText(report.memory));
    case JobsModel::CacheColumn: return orNothing(report.cacheBytes, byteText(report.cacheBytes));
    }
    return {};
}

/// In the colour of the state, or readable on a selected row.
QIcon iconOf(const Run& run)
{
    const qreal ratio = qGuiApp->devicePixelRatio();
    QIcon mark(iconPixmap(stateIcon(run), {16, 16}, stateColour(run), ratio));
    mark.addPixmap(iconPixmap(stateIcon(run), {16, 16}, theme().accentText, ratio), QIcon::Selected);
    return mark;
}

bool isNumber(int column) { return column >= JobsModel::LeftColumn && column != JobsModel::StepColumn; }

} // namespace

JobsModel::JobsModel(Runs& runs, QObject* parent) : QAbstractTableModel(parent), m_runs(runs)
{
    connect(&runs, &Runs::added, this, &JobsModel::add);
    connect(&runs, &Runs::changed, this, &JobsModel::change);
    connect(&runs, &Runs::removed, this, &JobsModel::remove);
}

int JobsModel::rowOf(int id) const
{
    const auto found = std::ranges::find(m_ids, id);
    return found != m_ids.end() ? static_cast<int>(found - m_ids.begin()) : -1;
}

void JobsModel::add(int id)
{
    beginInsertRows({}, 0, 0);
    m_ids.insert(m_ids.begin(), id);
    endInsertRows();
}

void JobsModel::remove(int id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_ids.erase(m_ids.begin() + row);
    endRemoveRows();
}

void JobsModel::change(int id)
{
    if (const int row = rowOf(id); row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, columnCountOf - 1));
}

int JobsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

int JobsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCountOf; }

QVariant JobsModel::data(const QModelIndex& index, int role) const
{
    const Run* run = m_runs.find(idAt(index.row()));
    if (!run)
        return {};
    switch (role) {
    case Qt::DisplayRole: return textOf(*run, index.column());
    case ShareRole: return run->state == RunState::Finished ? 1.0 : run->report.progress();
    case Qt::ToolTipRole: {
        const QString words = remark(*run);
        const QString folder = toText(run->folder);
        return words.isEmpty() || folder.isEmpty() ? words + folder : words + "\n" + folder;
    }
    case Qt::DecorationRole:
        if (index.column() == StateColumn)
            return iconOf(*run);
        break;
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    }
    return {};
}

QVariant JobsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NodeColumn: return tr("Node");
    case SceneColumn: return tr("Scene");
    case StateColumn: return tr("State");
    case ProgressColumn: return tr("Progress");
    case LeftColumn: return tr("Left");
    case ParticlesColumn: return tr("Particles");
    case StepColumn: return tr("Step and what limits it");
    case IterationsColumn: return tr("Iterations");
    case MemoryColumn: return tr("Memory");
    default: return tr("Cache");
    }
}

} // namespace sastrugi::studio
