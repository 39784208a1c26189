#include "app/studio/commands/ShortcutEditor.h"

#include "app/studio/commands/fuzzyScore.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sastrugi::studio
{

namespace
{

enum Column { NameColumn, CategoryColumn, KeysColumn };

QString textOf(const QList<QKeySequence>& keys) { return QKeySequence::listToString(keys, QKeySequence::NativeText); }

} // namespace

ShortcutEditor::ShortcutEditor(Commands& commands, Shortcuts& shortcuts, QWidget* parent)
    : QDialog(parent), m_commands(commands), m_shortcuts(shortcuts), m_search(new QLineEdit), m_list(makeList()),
      m_keys(new QKeySequenceEdit), m_message(new QLabel), m_assign(new QPushButton(tr("Assign"))),
      m_add(new QPushButton(tr("Add"))), m_remove(new QPushButton(tr("Remove"))), m_reset(new QPushButton(tr("Reset")))
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    setObjectName("shortcutEditor");
    m_search->setObjectName("shortcutSearch");
    m_search->setPlaceholderText(tr("Search by name or key"));
    m_search->setClearButtonEnabled(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* resetAll = buttons->addButton(tr("Reset All"), QDialogButtonBox::ResetRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addLayout(makeEditor());
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resetAll->setObjectName("shortcutResetAll");
    for (QPushButton* button : findChildren<QPushButton*>()) // Enter is for the field that has the keys
        button->setAutoDefault(false);
    connect(resetAll, &QPushButton::clicked, this, &ShortcutEditor::resetAll);
    connect(m_search, &QLineEdit::returnPressed, m_keys, [this] { m_keys->setFocus(); });
    connect(m_search, &QLineEdit::textChanged, this, &ShortcutEditor::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutEditor::showChosen);
    connect(&m_shortcuts, &Shortcuts::changed, this, [this] {
        for (QTreeWidgetItemIterator item(m_list); *item; ++item) // a change may end the conflict of another row
            showKeys(**item, (*item)->data(NameColumn, Qt::UserRole).toString());
        showChosen();
    });
    fill();
    resize(680, 560);
}

QTreeWidget* ShortcutEditor::makeList()
{
    auto* list = new QTreeWidget;
    list->setObjectName("shortcutList");
    list->setHeaderLabels({tr("Command"), tr("Where"), tr("Keys")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAlternatingRowColors(true);
    list->header()->setStretchLastSection(true);
    return list;
}

QVBoxLayout* ShortcutEditor::makeEditor()
{
    m_keys->setObjectName("shortcutKeys");
    m_assign->setToolTip(tr("Gives the command these keys in place of those it has."));
    m_add->setToolTip(tr("Gives the command these keys besides those it has."));
    m_remove->setToolTip(tr("Takes all keys from the command."));
    m_reset->setToolTip(tr("Gives the command back the keys that it had at first."));
    m_assign->setObjectName("shortcutAssign");
    m_add->setObjectName("shortcutAdd");
    m_remove->setObjectName("shortcutRemove");
    m_reset->setObjectName("shortcutReset");
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(2 * fontMetrics().height());
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* row = new QHBoxLayout;
    row->addWidget(m_keys, 1);
    for (QPushButton* button : {m_assign, m_add, m_remove, m_reset}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
        if (keys.count() > 1) // one combination, not a melody
            m_keys->setKeySequence(QKeySequence(keys[keys.count() - 1]));
        showChosen();
    });
    connect(m_assign, &QPushButton::clicked, this, [this] { assign(false); });
    connect(m_add, &QPushButton::clicked, this, [this] { assign(true); });
    connect(m_remove, &QPushButton::clicked, this, [this] { m_shortcuts.set(chosen(), {}); });
    connect(m_reset, &QPushButton::clicked, this, [this] { m_shortcuts.reset(chosen()); });
    auto* layout = new QVBoxLayout;
    layout->addLayout(row);
    layout->addWidget(m_message);
    return layout;
}

void ShortcutEditor::fill()
{
    for (const QString& id : m_commands.ids())
        if (m_commands.action(id))
            showKeys(*new QTreeWidgetItem(m_list), id);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->resizeColumnToContents(NameColumn);
    m_list->setColumnWidth(NameColumn, m_list->columnWidth(NameColumn) + 24);
}

void ShortcutEditor::showKeys(QTreeWidgetItem& item, const QString& id)
{
    const CommandDefinition& definition = m_commands.definition(id);
    item.setData(NameColumn, Qt::UserRole, id);
    item.setText(NameColumn, QString(definition.text).remove("..."));
    item.setToolTip(NameColumn, definition.tip);
    item.setText(CategoryColumn, definition.category);
    item.setText(KeysColumn, textOf(m_shortcuts.keys(id)));
    QFont font = m_list->font();
    font.setBold(m_shortcuts.isChanged(id));
    item.setFont(KeysColumn, font);
    const QStringList conflicts = m_shortcuts.conflicts(id, m_shortcuts.keys(id));
    item.setIcon(KeysColumn, conflicts.isEmpty() ? QIcon() : icon("warning"));
    item.setToolTip(KeysColumn, conflicts.isEmpty() ? QString() : tr("Also used by %1").arg(namesOf(conflicts)));
}

QString ShortcutEditor::namesOf(const QStringList& ids) const
{
    QStringList names;
    for (const QString& id : ids)
        names.append("'" + QString(m_commands.definition(id).text).remove("...") + "'");
    return names.join(", ");
}

QString ShortcutEditor::chosen() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? item->data(NameColumn, Qt::UserRole).toString() : QString();
}

void ShortcutEditor::showChosen()
{
    const QString id = chosen();
    const QKeySequence typed = m_keys->keySequence();
    m_assign->setEnabled(!id.isEmpty() && !typed.isEmpty());
    m_add->setEnabled(m_assign->isEnabled() && !m_shortcuts.keys(id).contains(typed));
    m_remove->setEnabled(!id.isEmpty() && !m_shortcuts.keys(id).isEmpty());
    m_reset->setEnabled(!id.isEmpty() && m_shortcuts.isChanged(id));
    if (id.isEmpty())
        return m_message->clear();
    const QList<QKeySequence> asked = typed.isEmpty() ? m_shortcuts.keys(id) : QList{typed};
    const QStringList conflicts = m_shortcuts.conflicts(id, asked);
    m_message->setText(
        conflicts.isEmpty()
            ? m_commands.definition(id).tip
            : tr("%1 also starts %2; then neither does anything.").arg(textOf(asked), namesOf(conflicts)));
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, conflicts.isEmpty() ? theme().dimText : theme().warning);
    m_message->setPalette(palette);
}

void ShortcutEditor::resetAll()
{
    int changed = 0;
    for (const QString& id : m_commands.ids())
        changed += m_shortcuts.isChanged(id);
    const QString words = changed == 0   ? tr("No keys were changed.")
                          : changed == 1 ? tr("The keys of one command were changed. Shall it get back those it had at "
                                              "first?")
                                         : tr("The keys of %1 commands were changed. Shall all get back those they had "
                                              "at first?")
                                               .arg(changed);
    QMessageBox box(changed == 0 ? QMessageBox::Information : QMessageBox::Question, tr("Reset All Keys"), words,
                    changed == 0 ? QMessageBox::Ok : QMessageBox::Reset | QMessageBox::Cancel, this);
    if (changed > 0)
        box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() == QMessageBox::Reset)
        m_shortcuts.resetAll();
}

/// Whether the keys may be given; those that have them lose them where the user says so.
bool ShortcutEditor::settleConflicts(const QKeySequence& keys)
{
    const QStringList conflicts = m_shortcuts.conflicts(chosen(), {keys});
    if (conflicts.isEmpty())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Keys in Use"),
                    tr("%1 starts %2. Keys of two commands start neither.").arg(textOf({keys}), namesOf(conflicts)),
                    QMessageBox::NoButton, this);
    const QPushButton* move = box.addButton(tr("Move Them Here"), QMessageBox::AcceptRole);
    const QPushButton* both = box.addButton(tr("Give to Both"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == move)
        for (const QString& id : conflicts) {
            QList<QKeySequence> left = m_shortcuts.keys(id);
            left.removeAll(keys);
            m_shortcuts.set(id, left);
        }
    return box.clickedButton() == move || box.clickedButton() == both;
}

void ShortcutEditor::assign(bool isAdded)
{
    const QKeySequence typed = m_keys->keySequence();
    if (!settleConflicts(typed))
        return;
    m_shortcuts.set(chosen(), isAdded ? m_shortcuts.keys(chosen()) << typed : QList{typed});
    m_keys->clear();
}

void ShortcutEditor::filter(const QString& typed)
{
    QTreeWidgetItem* first = nullptr;
    for (QTreeWidgetItemIterator item(m_list); *item; ++item) {
        const bool isWanted = typed.trimmed().isEmpty() ||
                              (*item)->text(KeysColumn).contains(typed.trimmed(), Qt::CaseInsensitive) ||
                              fuzzyScore(typed, (*item)->text(NameColumn)) > 0;
        (*item)->setHidden(!isWanted);
        first = isWanted && !first ? *item : first;
    }
    m_list->setCurrentItem(first);
}

} // namespace sastrugi::studio
