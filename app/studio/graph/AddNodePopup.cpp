#include "app/studio/graph/AddNodePopup.h"

#include "app/studio/commands/fuzzyScore.h"
#include "app/studio/graph/NodeLayout.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/settings/Settings.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

constexpr const char* recentKey = "graph/recentNodeTypes";
constexpr int typeRole = Qt::UserRole, categoryRole = Qt::UserRole + 1;

/// The title on the left, the category on the right.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(isCurrent ? theme().accentText : theme().dimText);
        painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight,
                          index.data(categoryRole).toString());
    }
};

/// A name that starts with what was typed counts for more than a category, that for more than the description.
int score(const QString& typed, const NodeType& type)
{
    const int title = fuzzyScore(typed, toQString(type.title));
    const int category = fuzzyScore(typed, toQString(type.category));
    const bool isInDoc = typed.size() >= 3 && toQString(type.doc).contains(typed, Qt::CaseInsensitive);
    return std::max({4 * title, category, isInDoc ? 1 : 0});
}

} // namespace

AddNodePopup::AddNodePopup(const NodeRegistry& types, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_types(types), m_field(new QLineEdit(this)), m_list(new QListWidget(this)),
      m_doc(new QLabel(this))
{
    setObjectName("addNodePopup");
    setFrameShape(QFrame::StyledPanel);
    m_field->setPlaceholderText(tr("Add a node"));
    m_field->setObjectName("addNodeField");
    m_list->setObjectName("addNodeList");
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_doc->setWordWrap(true);
    m_doc->setEnabled(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    layout->addWidget(m_doc);
    const int em = fontMetrics().height();
    resize(22 * em, 22 * em);
    m_doc->setMinimumHeight(4 * em);
    m_doc->setAlignment(Qt::AlignTop);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &AddNodePopup::fill);
    connect(m_field, &QLineEdit::returnPressed, this, &AddNodePopup::choose);
    connect(m_list, &QListWidget::itemClicked, this, &AddNodePopup::choose);
    connect(m_list, &QListWidget::currentRowChanged, this, &AddNodePopup::showDoc);
}

void AddNodePopup::offer(const QPoint& globalPoint, const Filter& filter,
                         const std::function<void(const NodeType&)>& chosen)
{
    m_filter = filter;
    m_chosen = chosen;
    m_field->clear();
    fill();
    QPoint place = globalPoint;
    if (const QScreen* screen = QApplication::screenAt(globalPoint)) {
        const QRect area = screen->availableGeometry();
        place.setX(std::clamp(place.x(), area.left(), std::max(area.left(), area.right() - width())));
        place.setY(std::clamp(place.y(), area.top(), std::max(area.top(), area.bottom() - height())));
    }
    move(place);
    show();
    m_field->setFocus();
}

void AddNodePopup::fill()
{
    const QString typed = m_field->text().trimmed();
    const QStringList recent = Settings().value(recentKey).toStringList();
    struct Row {
        const NodeType* type;
        int score;
        qsizetype recency;
    };
    std::vector<Row> rows;
    for (const NodeType& type : m_types.types()) {
        if (type.isReserved || !m_filter(type))
            continue;
        const int fit = score(typed, type);
        const qsizetype at = recent.indexOf(toQString(type.name));
        if (fit > 0)
            rows.push_back({&type, typed.isEmpty() ? 0 : fit, at < 0 ? recent.size() : at});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return a.score != b.score ? a.score > b.score : a.recency < b.recency;
    });
    m_list->clear();
    for (const Row& row : rows) {
        auto* item = new QListWidgetItem(icon(toQString(row.type->name)), toQString(row.type->title), m_list);
        item->setData(categoryRole, toQString(row.type->category));
        item->setData(typeRole, toQString(row.type->name));
    }
    m_list->setCurrentRow(0);
    showDoc();
}

void AddNodePopup::showDoc()
{
    const QListWidgetItem* item = m_list->currentItem();
    const NodeType* type = item ? m_types.find(item->data(typeRole).toString().toStdString()) : nullptr;
    m_doc->setText(type ? toQString(type->doc) : tr("No node type fits."));
}

void AddNodePopup::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const QString name = item->data(typeRole).toString();
    const NodeType* type = m_types.find(name.toStdString());
    Settings settings;
    QStringList recent = settings.value(recentKey).toStringList();
    recent.removeAll(name);
    recent.prepend(name);
    settings.setValue(recentKey, recent.mid(0, 30));
    hide();
    if (const auto chosen = std::exchange(m_chosen, nullptr))
        chosen(*type);
}

bool AddNodePopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int row = m_list->currentRow(), last = m_list->count() - 1;
        if (key == Qt::Key_Down)
            return m_list->setCurrentRow(row < last ? row + 1 : 0), true;
        if (key == Qt::Key_Up)
            return m_list->setCurrentRow(row > 0 ? row - 1 : last), true;
        if (key == Qt::Key_Tab) {
            choose();
            return true;
        }
        if (key == Qt::Key_Escape)
            return hide(), true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace sastrugi::studio
