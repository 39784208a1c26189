#include "app/studio/log/LogPanel.h"

#include "app/studio/looks/Icons.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sastrugi::studio
{

LogPanel::LogPanel(Document& document, Selection& selection, Commands& commands, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection)
{
    setObjectName("logPanel");
    makeTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    layout->addLayout(makeFilters());
    layout->addWidget(m_table);
    setTabOrder(m_words, m_table);
    addCommands(commands);
    connect(&document, &Document::graphChanged, this, [this](const Graph&, const GraphChange& change) {
        if (!change.added.empty() || !change.removed.empty()) // not for each step of a drag
            fillNodes();
    });
    connect(&document, &Document::replaced, this, &LogPanel::fillNodes);
    fillNodes();
}

QHBoxLayout* LogPanel::makeFilters()
{
    m_level = new QComboBox;
    m_level->setObjectName("logLevel");
    m_level->setAccessibleName(tr("Least severity"));
    m_level->addItem(icon("debug"), tr("All"), int(LogLevel::Debug));
    m_level->addItem(icon("info"), tr("Information"), int(LogLevel::Info));
    m_level->addItem(icon("warning"), tr("Warnings"), int(LogLevel::Warning));
    m_level->addItem(icon("error"), tr("Errors"), int(LogLevel::Error));
    m_level->setCurrentIndex(1);
    m_level->setMinimumContentsLength(13);
    m_level->setToolTip(tr("Shows messages of this severity and above."));
    connect(m_level, &QComboBox::currentIndexChanged, this,
            [this] { m_filter.setLeastLevel(LogLevel(m_level->currentData().toInt())); });

    m_node = new QComboBox;
    m_node->setObjectName("logNode");
    m_node->setAccessibleName(tr("Node"));
    m_node->setMinimumContentsLength(14);
    m_node->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_node->setToolTip(tr("Shows messages about this node."));
    connect(m_node, &QComboBox::currentIndexChanged, this,
            [this] { m_filter.setNode(m_node->currentData().toString()); });

    m_words = new QLineEdit;
    m_words->setObjectName("logWords");
    m_words->setAccessibleName(tr("Words"));
    m_words->setPlaceholderText(tr("Filter"));
    m_words->setClearButtonEnabled(true);
    m_words->setMaximumWidth(320);
    connect(m_words, &QLineEdit::textChanged, &m_filter, &LogFilter::setWords);

    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_level);
    row->addWidget(m_node);
    row->addWidget(m_words, 1);
    row->addStretch(1);
    return row;
}

void LogPanel::makeTable()
{
    m_table = new QTableView;
    m_table->setObjectName("logTable");
    m_table->setAccessibleName(tr("Messages"));
    m_table->setModel(&m_filter);
    m_table->setSelectionBehavior(QTableView::SelectRows);
    m_table->setEditTriggers(QTableView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    const int lineHeight = fontMetrics().height();
    m_table->verticalHeader()->setDefaultSectionSize(lineHeight + 6);
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    header->setHighlightSections(false);
    m_table->setColumnWidth(LogModel::TimeColumn, fontMetrics().horizontalAdvance("00:00:00") + 44);
    m_table->setColumnWidth(LogModel::NodeColumn, fontMetrics().averageCharWidth() * 20);
    connect(m_table, &QTableView::clicked, this, &LogPanel::choose);
    connect(m_table, &QTableView::activated, this, &LogPanel::choose);
}

void LogPanel::addCommands(Commands& commands)
{
    const QString category = tr("Log");
    const auto addButtonless = [&](const CommandDefinition& definition, const std::function<void()>& run) {
        m_table->addAction(commands.add(this, definition, run));
    };
    addButtonless({"log.copy",
                   tr("Copy Messages"),
                   category,
                   {QKeySequence::Copy},
                   tr("Copies the selected messages, or all that are shown."),
                   "copy"},
                  [this] { copy(); });
    addButtonless({"log.clear", tr("Clear Log"), category, {}, tr("Forgets all messages."), "delete"},
                  [this] { m_model.clear(); });
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void LogPanel::add(const LogMessage& message)
{
    QScrollBar* bar = m_table->verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum(); // who reads further up is left alone
    m_model.add(message);
    if (isAtEnd)
        m_table->scrollToBottom();
}

void LogPanel::showNode(const std::string& node)
{
    m_node->setCurrentIndex(std::max(0, m_node->findData(QString::fromStdString(node))));
}

void LogPanel::copy() const
{
    QStringList lines;
    const QItemSelectionModel* selection = m_table->selectionModel();
    for (int row = 0; row < m_filter.rowCount(); ++row)
        if (!selection->hasSelection() || selection->isRowSelected(row))
            lines.append(m_model.line(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    QGuiApplication::clipboard()->setText(lines.join('\n'));
}

void LogPanel::choose(const QModelIndex& index)
{
    const std::string node = m_model.node(m_filter.mapToSource(index).row()).toStdString();
    if (!m_document.graph().find(node))
        return;
    m_selection.set({node}, node);
    Q_EMIT nodeChosen(node);
}

void LogPanel::fillNodes()
{
    const QSignalBlocker blocker(m_node);
    const QString chosen = m_node->currentData().toString();
    m_node->clear();
    m_node->addItem(tr("All nodes"), QString());
    for (const Node& node : m_document.graph().nodes())
        m_node->addItem(QString::fromStdString(node.name), QString::fromStdString(node.name));
    m_node->setCurrentIndex(std::max(0, m_node->findData(chosen)));
    if (m_node->currentData().toString() != chosen)
        m_filter.setNode({});
}

} // namespace sastrugi::studio
