#include "app/studio/window/RecoveryDialog.h"

#include "app/studio/document/Document.h"
#include "app/studio/looks/Icons.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sastrugi::studio
{

QString describe(const RecoveryCopy& copy)
{
    return QObject::tr("%1, %2").arg(copy.title(), copy.time.toLocalTime().toString("d MMM yyyy HH:mm:ss"));
}

RecoveryDialog::RecoveryDialog(const std::vector<RecoveryCopy>& copies, QWidget* parent)
    : QDialog(parent), m_copies(copies), m_list(new QListWidget)
{
    setWindowTitle(tr("Recover Unsaved Work"));
    setObjectName("recoveryDialog");
    auto* words = new QLabel(tr("Sastrugi ended before this was saved. What is recovered is shown unsaved: the file "
                                "changes only when you save it."));
    words->setWordWrap(true);
    m_list->setObjectName("recoveryList");
    for (const RecoveryCopy& copy : m_copies) {
        const QString file = copy.original.empty() ? tr("never saved") : toText(copy.original);
        auto* item = new QListWidgetItem(icon("recover"), describe(copy) + "\n" + file, m_list);
        item->setToolTip("<p>" + file.toHtmlEscaped() + "</p>");
    }
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setCurrentRow(0);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(tr("Recover"), QDialogButtonBox::AcceptRole)->setDefault(true);
    QPushButton* discard = buttons->addButton(tr("Discard"), QDialogButtonBox::DestructiveRole);
    discard->setObjectName("recoveryDiscard");
    discard->setToolTip(tr("Deletes this copy; its file stays as it was saved."));
    connect(discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
    buttons->addButton(tr("Keep for Later"), QDialogButtonBox::RejectRole)
        ->setToolTip(tr("They stay in File > Recover and are not offered at the next start."));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(14);
    layout->addWidget(words);
    layout->addWidget(m_list);
    layout->addWidget(buttons);
    resize(560, 320);
}

void RecoveryDialog::discard()
{
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    QMessageBox box(QMessageBox::Question, tr("Discard Unsaved Work"),
                    tr("The copy of '%1' will be deleted, and cannot be had back.").arg(m_copies[row].title()),
                    QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() != QMessageBox::Discard)
        return;
    m_discarded.push_back(m_copies[row]);
    m_copies.erase(m_copies.begin() + static_cast<std::ptrdiff_t>(row));
    delete m_list->takeItem(static_cast<int>(row));
    if (m_copies.empty())
        reject();
}

const RecoveryCopy& RecoveryDialog::chosen() const { return m_copies[static_cast<std::size_t>(m_list->currentRow())]; }

} // namespace sastrugi::studio
