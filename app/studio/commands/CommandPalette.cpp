#include "app/studio/commands/CommandPalette.h"

#include "app/studio/commands/fuzzyScore.h"
#include "app/studio/looks/Icons.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

/// That of the command; of a toggle whether it is on. An empty one keeps the place, so that all names begin alike.
QIcon iconOf(const QAction& action)
{
    if (action.isCheckable() && action.isChecked())
        return icon("check");
    if (!action.isCheckable() && !action.icon().isNull())
        return action.icon();
    QPixmap empty(16, 16);
    empty.fill(Qt::transparent);
    return QIcon(empty);
}

} // namespace

CommandPalette::CommandPalette(Commands& commands, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_commands(commands), m_typed(new QLineEdit), m_list(new QTreeWidget)
{
    setObjectName("commandPalette");
    setFrameShape(QFrame::StyledPanel);
    m_typed->setObjectName("commandPaletteLine");
    m_typed->setPlaceholderText(tr("Type what you want to do"));
    m_typed->installEventFilter(this);
    m_list->setObjectName("commandPaletteList");
    m_list->setColumnCount(3);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_typed);
    layout->addWidget(m_list);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runChosen);
}

void CommandPalette::open()
{
    m_typed->clear();
    fill({});
    const QWidget* window = parentWidget()->window();
    resize(std::min(620, window->width() - 40), std::min(420, window->height() - 80));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, window->height() / 8)));
    show();
    m_typed->setFocus();
}

void CommandPalette::fill(const QString& typed)
{
    struct Match {
        QString id;
        int score;
    };
    std::vector<Match> matches;
    for (const QString& id : m_commands.ids()) {
        const QAction* action = m_commands.action(id);
        if (!action || !action->isEnabled())
            continue;
        const CommandDefinition& definition = m_commands.definition(id);
        const auto used = m_lastUsed.indexOf(id);
        int score = used < 0 ? 0 : static_cast<int>(50 - used);
        if (!typed.trimmed().isEmpty()) {
            const int fit = std::max(2 * fuzzyScore(typed, action->text()),
                                     fuzzyScore(typed, QString(definition.category + " " + definition.text)));
            if (fit == 0)
                continue;
            score += 100 * fit;
        }
        matches.push_back({id, score});
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const Match& one, const Match& other) { return one.score > other.score; });
    m_list->clear();
    for (const Match& match : matches) {
        const QAction* action = m_commands.action(match.id);
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(0, QString(action->text()).replace("&&", "&").remove("..."));
        item->setIcon(0, iconOf(*action));
        item->setText(1, m_commands.definition(match.id).category);
        item->setText(2, QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText));
        item->setForeground(1, palette().placeholderText());
        item->setForeground(2, palette().placeholderText());
        item->setToolTip(0, action->toolTip());
        item->setData(0, Qt::UserRole, match.id);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::runChosen()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const QString id = item->data(0, Qt::UserRole).toString();
    m_lastUsed.removeAll(id);
    m_lastUsed.prepend(id);
    close();
    // Once this popup is gone, so that the command may open one of its own.
    if (QAction* action = m_commands.action(id))
        QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_typed || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QApplication::sendEvent(m_list, event); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: runChosen(); return true;
    default: return QFrame::eventFilter(watched, event);
    }
}

} // namespace sastrugi::studio
