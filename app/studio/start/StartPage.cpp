#include "app/studio/start/StartPage.h"

#include "app/studio/document/RecentFiles.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/start/samples.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace sastrugi::studio
{

namespace
{

constexpr QSize pictureSize(272, 153);

QLabel* heading(const QString& text, double scale)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

/// The preview, sharp at the scale of the screen.
QIcon pictureOf(const Sample& sample, qreal ratio)
{
    QPixmap picture(sample.picture);
    if (picture.isNull())
        picture = iconPixmap("scene", pictureSize, theme().dimText, ratio);
    picture = picture.scaled((QSizeF(pictureSize) * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    return picture;
}

} // namespace

StartPage::StartPage(RecentFiles& recent, const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent), m_recent(recent)
{
    setObjectName("startPage");
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(48, 40, 48, 24);
    columns->setSpacing(48);
    columns->addLayout(makeBeginning(actions), 2);
    columns->addLayout(makeSamples(), 5);
    connect(&recent, &RecentFiles::changed, this, &StartPage::fillRecent);
    for (QListWidget* list : {m_files, m_samples}) {
        connect(list, &QListWidget::itemClicked, this, &StartPage::choose);
        connect(list, &QListWidget::itemActivated, this, &StartPage::choose);
    }
    fillRecent();
}

QVBoxLayout* StartPage::makeBeginning(const QList<QAction*>& actions)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(8); // not that of the columns
    auto* title = new QHBoxLayout;
    title->setSpacing(14);
    auto* mark = new QLabel;
    mark->setPixmap(iconPixmap("sastrugi", {52, 52}, theme().text, devicePixelRatioF()));
    title->addWidget(mark);
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(heading("Sastrugi", 1.9));
    auto* version = new QLabel(tr("Snow, version %1").arg(SASTRUGI_VERSION));
    version->setForegroundRole(QPalette::PlaceholderText);
    names->addWidget(version);
    title->addLayout(names, 1);
    column->addLayout(title);
    column->addSpacing(22);
    for (QAction* action : actions) {
        auto* button = new QPushButton(action->icon(), action->text());
        button->setObjectName(action->objectName());
        button->setToolTip(action->toolTip());
        button->setMinimumHeight(button->fontMetrics().height() + 16);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        column->addWidget(button);
    }
    column->addSpacing(22);
    column->addWidget(heading(tr("Recent"), 1.15));
    m_files = new QListWidget;
    m_files->setObjectName("recentFiles");
    m_files->setAccessibleName(tr("Recent scenes"));
    m_files->setMouseTracking(true);
    m_files->setTextElideMode(Qt::ElideMiddle);
    m_files->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_files, 1);
    return column;
}

QVBoxLayout* StartPage::makeSamples()
{
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(heading(tr("Samples"), 1.15));
    m_samples = new QListWidget;
    m_samples->setObjectName("samples");
    m_samples->setAccessibleName(tr("Samples"));
    m_samples->setViewMode(QListView::IconMode);
    m_samples->setMovement(QListView::Static);
    m_samples->setResizeMode(QListView::Adjust);
    m_samples->setUniformItemSizes(true);
    m_samples->setIconSize(pictureSize);
    m_samples->setGridSize(pictureSize + QSize(24, fontMetrics().height() + 26));
    m_samples->setMouseTracking(true);
    for (const Sample& sample : samplesIn(samplesFolder())) {
        auto* item = new QListWidgetItem(pictureOf(sample, devicePixelRatioF()), sample.title, m_samples);
        item->setData(Qt::UserRole, sample.scene);
        item->setToolTip("<p>" + sample.text.toHtmlEscaped() + "</p>");
    }
    if (m_samples->count() == 0)
        column->addWidget(new QLabel(tr("No samples were found in %1.").arg(samplesFolder())));
    column->addWidget(m_samples, 1);
    return column;
}

void StartPage::showEvent(QShowEvent* event)
{
    fillRecent(); // what was missing may be there again
    QWidget::showEvent(event);
}

void StartPage::fillRecent()
{
    m_files->clear();
    for (const QString& file : m_recent.files()) {
        const QFileInfo info(file);
        auto* item = new QListWidgetItem(icon("file"), info.completeBaseName(), m_files);
        item->setData(Qt::UserRole, file);
        item->setToolTip("<p>" + QDir::toNativeSeparators(file).toHtmlEscaped() + "</p>");
        if (!info.exists()) {
            item->setFlags(Qt::NoItemFlags);
            item->setForeground(theme().disabledText); // the style sheet has only one colour
            item->setText(tr("%1 (missing)").arg(info.completeBaseName()));
        }
    }
    if (m_files->count() == 0) {
        auto* none = new QListWidgetItem(tr("None yet"), m_files);
        none->setFlags(Qt::NoItemFlags);
    }
}

void StartPage::choose(const QListWidgetItem* item)
{
    if (const QString file = item->data(Qt::UserRole).toString(); !file.isEmpty())
        Q_EMIT fileChosen(file);
}

} // namespace sastrugi::studio
