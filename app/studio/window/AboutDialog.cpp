#include "app/studio/window/AboutDialog.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include "engine/io/libraryVersions.h"

#include <CLI/Version.hpp>

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QVBoxLayout>

namespace sastrugi::studio
{

QString AboutDialog::versions()
{
    QStringList lines = {QString("Sastrugi %1").arg(SASTRUGI_VERSION), QString("Qt %1").arg(qVersion())};
    for (const LibraryVersion& library : libraryVersions())
        lines.append(QString::fromStdString(library.name + " " + library.version));
    lines.append("CLI11 " CLI11_VERSION);
    lines.append(QSysInfo::prettyProductName() + ", " + QSysInfo::currentCpuArchitecture());
    return lines.join('\n');
}

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("About Sastrugi"));
    setObjectName("aboutDialog");
    auto* mark = new QLabel;
    mark->setPixmap(iconPixmap("sastrugi", {96, 96}, theme().text, devicePixelRatioF()));
    auto* title = new QLabel("Sastrugi");
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 1.9);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    auto* words = new QLabel(tr("Authors snow: a graph of meshes, materials and solvers, simulated on this machine. "
                                "Sastrugi are the ridges that wind cuts into snow."));
    words->setWordWrap(true);
    auto* list = new QLabel(versions());
    list->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    list->setForegroundRole(QPalette::PlaceholderText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copy->setToolTip(tr("Copies the versions, for a report."));
    connect(copy, &QPushButton::clicked, this, [] { QGuiApplication::clipboard()->setText(versions()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->addWidget(title);
    right->addWidget(words);
    right->addWidget(list);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(mark, 0, Qt::AlignTop);
    columns->addLayout(right, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(16);
    layout->addLayout(columns);
    layout->addWidget(buttons);
    setMinimumWidth(460);
}

} // namespace sastrugi::studio
