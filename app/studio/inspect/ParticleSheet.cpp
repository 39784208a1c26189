#include "app/studio/inspect/ParticleSheet.h"

#include "app/studio/looks/Theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

namespace sastrugi::studio
{

ParticleSheet::ParticleSheet(SceneContent& content, Commands& commands, QWidget* parent)
    : QWidget(parent), m_content(content), m_filter(new QLineEdit(this)), m_note(new QLabel(this)),
      m_view(new QTableView(this))
{
    setObjectName("particleSheet");
    m_filter->setObjectName("particleFilter");
    m_filter->setPlaceholderText(tr("Filter, such as  density > 300 && velocity_z < -1"));
    m_filter->setToolTip(tr("An expression of the columns; components are written velocity_x, a vector's name is its "
                            "length. Operators: + - * / ^ < <= > >= == != && ||, functions such as abs, sqrt, min."));
    m_filter->setClearButtonEnabled(true);
    m_view->setObjectName("particleTable");
    m_view->setModel(&m_model);
    m_view->setSelectionBehavior(QTableView::SelectRows);
    m_view->setEditTriggers(QTableView::NoEditTriggers);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultSectionSize(fontMetrics().horizontalAdvance("-0.000000e-00") + 24);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    m_view->verticalHeader()->hide();

    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_filter, 1);
    row->addWidget(m_note);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(m_view);

    auto* typed = new QTimer(this); // not for each letter
    typed->setSingleShot(true);
    typed->setInterval(200);
    connect(m_filter, &QLineEdit::textChanged, typed, qOverload<>(&QTimer::start));
    connect(typed, &QTimer::timeout, this, [this] { m_model.setFilter(m_filter->text()); });
    connect(&m_model, &ParticleTable::arranged, this, [this](const QString& problem) {
        const QLocale locale;
        const int shown = m_model.rowCount();
        const auto all = static_cast<qulonglong>(m_model.particleCount());
        m_note->setText(!problem.isEmpty() ? problem
                        : static_cast<qulonglong>(shown) == all
                            ? tr("%1 particles").arg(locale.toString(all))
                            : tr("%1 of %2 particles").arg(locale.toString(shown), locale.toString(all)));
        QPalette palette;
        palette.setColor(QPalette::WindowText, problem.isEmpty() ? theme().dimText : theme().error);
        m_note->setPalette(palette);
        showPicked();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_isChoosing || !current.isValid())
                    return;
                m_isChoosing = true;
                m_content.pick(m_model.idOfRow(current.row()));
                m_isChoosing = false;
            });
    connect(&content, &SceneContent::frameChanged, this, &ParticleSheet::follow);
    connect(&content, &SceneContent::pickedChanged, this, &ParticleSheet::showPicked);
    m_view->addAction(commands.add(m_view,
                                   {"particles.copy",
                                    tr("Copy Rows"),
                                    tr("Particles"),
                                    {QKeySequence::Copy},
                                    tr("Copies the selected rows as text with tabs.")},
                                   [this] { copy(); }));
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ParticleSheet::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void ParticleSheet::follow()
{
    if (isVisible()) // nobody else needs the rows
        m_model.show(m_content.frame());
}

void ParticleSheet::showPicked()
{
    if (m_isChoosing || !m_content.picked())
        return;
    const int row = m_model.rowOfId(*m_content.picked());
    if (row < 0 || (m_view->currentIndex().isValid() && m_view->currentIndex().row() == row))
        return;
    m_isChoosing = true;
    m_view->selectRow(row);
    m_view->scrollTo(m_model.index(row, 0));
    m_isChoosing = false;
}

void ParticleSheet::copy()
{
    QList<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    if (!rows.isEmpty())
        QGuiApplication::clipboard()->setText(m_model.text(rows));
}

} // namespace sastrugi::studio
