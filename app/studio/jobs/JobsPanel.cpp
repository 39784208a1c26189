#include "app/studio/jobs/JobsPanel.h"

#include "app/studio/document/Document.h"
#include "app/studio/jobs/ProgressDelegate.h"
#include "app/studio/jobs/runWords.h"
#include "app/studio/looks/Icons.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace sastrugi::studio
{

JobsPanel::JobsPanel(Runs& runs, QWidget* parent) : QWidget(parent), m_runs(runs), m_model(runs)
{
    setObjectName("jobsPanel");
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    layout->addWidget(makeButtons());
    layout->addWidget(m_table);
    connect(&runs, &Runs::added, this, &JobsPanel::choose);
    connect(&runs, &Runs::changed, this, &JobsPanel::showChosen);
    connect(&runs, &Runs::removed, this, &JobsPanel::showChosen);
    showChosen();
}

void JobsPanel::makeTable()
{
    m_table = new QTableView;
    m_table->setObjectName("jobsTable");
    m_table->setAccessibleName(tr("Simulations"));
    m_table->setModel(&m_model);
    m_table->setItemDelegateForColumn(JobsModel::ProgressColumn, new ProgressDelegate(m_table));
    m_table->setSelectionBehavior(QTableView::SelectRows);
    m_table->setSelectionMode(QTableView::SingleSelection);
    m_table->setEditTriggers(QTableView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    header->setHighlightSections(false);
    const int letter = fontMetrics().averageCharWidth();
    const int letters[] = {16, 18, 14, 24, 13, 12, 26, 13, 12, 12};
    for (int column = 0; column < JobsModel::columnCountOf; ++column)
        m_table->setColumnWidth(column, letters[column] * letter);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &JobsPanel::showChosen);
    connect(m_table, &QTableView::clicked, this, [this] {
        if (const Run* run = chosen(); run && run->isOfDocument)
            Q_EMIT nodeChosen(run->node);
    });
}

QToolButton* JobsPanel::addButton(QWidget* row, const char* name, const QString& iconName, const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(iconName));
    button->setIconSize({16, 16});
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    row->layout()->addWidget(button);
    return button;
}

QWidget* JobsPanel::makeButtons()
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_pause = addButton(row, "jobPause", "pause", tr("Pause"));
    m_cancel = addButton(row, "jobCancel", "stop", tr("Cancel: what is finished stays, and it can go on"));
    m_folder = addButton(row, "jobFolder", "folder", tr("Open the folder of the frames"));
    m_log = addButton(row, "jobLog", "log", tr("Show what the log says of it"));
    m_clear = addButton(row, "jobClear", "delete", tr("Clear those that are over; their frames stay"));
    m_remark = new QLabel;
    m_remark->setObjectName("jobRemark");
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setContentsMargins(8, 0, 0, 0);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_remark, 1);
    connect(m_pause, &QToolButton::clicked, this, [this] {
        if (const Run* run = chosen())
            run->isPaused() ? m_runs.resume(run->id) : m_runs.pause(run->id);
    });
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (const Run* run = chosen())
            m_runs.cancel(run->id);
    });
    connect(m_folder, &QToolButton::clicked, this, &JobsPanel::openFolder);
    connect(m_log, &QToolButton::clicked, this, [this] {
        if (const Run* run = chosen())
            Q_EMIT logWanted(run->node);
    });
    connect(m_clear, &QToolButton::clicked, &m_runs, &Runs::clearOver);
    return row;
}

const Run* JobsPanel::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : m_runs.find(m_model.idAt(rows.first().row()));
}

void JobsPanel::choose(int id)
{
    if (const int row = m_model.rowOf(id); row >= 0)
        m_table->selectRow(row);
}

void JobsPanel::openFolder() const
{
    if (const Run* run = chosen(); run && !run->folder.empty())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toText(run->folder)));
}

void JobsPanel::showChosen()
{
    const Run* run = chosen();
    const bool isPaused = run && run->isPaused();
    m_pause->setIcon(icon(isPaused ? "play" : "pause"));
    m_pause->setToolTip(isPaused ? tr("Go on") : tr("Pause, with a checkpoint"));
    m_pause->setAccessibleName(m_pause->toolTip());
    m_pause->setEnabled(run && !run->isOver() && run->state != RunState::Stopping &&
                        run->state != RunState::Preparing && run->state != RunState::Doubtful);
    m_cancel->setEnabled(run && !run->isOver());
    m_folder->setEnabled(run && !run->folder.empty());
    m_log->setEnabled(run);
    const std::vector<const Run*> all = m_runs.all();
    m_clear->setEnabled(std::ranges::any_of(all, [](const Run* each) { return each->isOver(); }));
    const QString words = run ? remark(*run) : tr("Nothing is simulated. Ctrl+Return starts the selected solver.");
    m_remark->setText(QString(words).replace('\n', ' '));
    m_remark->setToolTip(words);
}

} // namespace sastrugi::studio
