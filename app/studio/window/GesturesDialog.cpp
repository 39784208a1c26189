#include "app/studio/window/GesturesDialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sastrugi::studio
{

namespace
{

struct MouseGesture {
    const char *place, *gesture, *effect;
};

constexpr MouseGesture gestures[] = {
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("drag a port"),
     QT_TR_NOOP("draws a wire; in empty space it offers nodes that fit")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("drag a node onto a wire"), QT_TR_NOOP("puts it in between")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("double click on a wire, or Ctrl+click"), QT_TR_NOOP("adds a reroute")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("Ctrl+drag with the right button"), QT_TR_NOOP("cuts the wires that are crossed")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("right click"), QT_TR_NOOP("shows what can be done here")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("drag in empty space"), QT_TR_NOOP("selects; Shift adds, Ctrl removes")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("click on a node with Shift or Ctrl"),
     QT_TR_NOOP("adds it to what is selected, or removes it")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("double click on a node"), QT_TR_NOOP("renames it")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("double click in empty space"), QT_TR_NOOP("adds a node")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("Alt while a node is dragged"), QT_TR_NOOP("leaves the grid")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("drag with the middle button, or Alt+drag"), QT_TR_NOOP("pans")},
    {QT_TR_NOOP("Graph"), QT_TR_NOOP("wheel"), QT_TR_NOOP("zooms")},
    {QT_TR_NOOP("Values"), QT_TR_NOOP("drag a number sideways"),
     QT_TR_NOOP("changes it; Shift finely, Ctrl in round steps, Escape takes it back")},
    {QT_TR_NOOP("Values"), QT_TR_NOOP("click on a number"), QT_TR_NOOP("lets it be typed, with a unit or arithmetic")},
    {QT_TR_NOOP("Values"), QT_TR_NOOP("right click on a name"), QT_TR_NOOP("resets the value")},
    {QT_TR_NOOP("Viewport"), QT_TR_NOOP("drag"), QT_TR_NOOP("turns the view")},
    {QT_TR_NOOP("Viewport"), QT_TR_NOOP("Shift+drag, or drag with the middle button"), QT_TR_NOOP("pans")},
    {QT_TR_NOOP("Viewport"), QT_TR_NOOP("wheel, or drag with the right button"), QT_TR_NOOP("zooms")},
    {QT_TR_NOOP("Viewport"), QT_TR_NOOP("click"), QT_TR_NOOP("says what is there, and selects its node")},
    {QT_TR_NOOP("Everywhere"), QT_TR_NOOP("drop a mesh or a scene"), QT_TR_NOOP("adds the mesh, or opens the scene")},
};

} // namespace

GesturesDialog::GesturesDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Mouse Gestures"));
    setObjectName("gesturesDialog");
    auto* list = new QTreeWidget;
    list->setHeaderLabels({tr("Where"), tr("Mouse"), tr("What it does")});
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAlternatingRowColors(true);
    for (const MouseGesture& gesture : gestures)
        new QTreeWidgetItem(list, QStringList{tr(gesture.place), tr(gesture.gesture), tr(gesture.effect)});
    for (const int column : {0, 1})
        list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(list);
    layout->addWidget(buttons);
    resize(860, 560);
}

} // namespace sastrugi::studio
