#include "app/studio/window/Panels.h"

#include "app/studio/settings/Settings.h"

#include "engine/core/Error.h"

#include <QApplication>
#include <QCursor>
#include <QMainWindow>
#include <QScreen>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

/// Raise it when panels are renamed: older layouts are then forgotten.
constexpr int layoutVersion = 2;

/// The first widget in it that takes the keys.
QWidget* firstFocusable(QWidget* panel)
{
    if (panel->focusPolicy() & Qt::TabFocus)
        return panel;
    for (QWidget* child : panel->findChildren<QWidget*>())
        if ((child->focusPolicy() & Qt::TabFocus) && child->isVisibleTo(panel) && child->isEnabled())
            return child;
    return panel;
}

} // namespace

Panels::Panels(QMainWindow& window) : QObject(&window), m_window(window) {}

QDockWidget* Panels::add(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(name);
    dock->setWidget(content);
    m_window.addDockWidget(area, dock);
    m_docks.append(dock);
    return dock;
}

QDockWidget& Panels::dock(const QString& name) const
{
    const auto found = std::find_if(m_docks.begin(), m_docks.end(),
                                    [&](const QDockWidget* dock) { return dock->objectName() == name; });
    SASTRUGI_ASSERT(found != m_docks.end(), "a panel is asked for that there is not");
    return **found;
}

void Panels::rememberDefault() { m_default = m_window.saveState(layoutVersion); }

void Panels::reset()
{
    leaveMaximised();
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        dock->show();
    }
    m_window.restoreState(m_default, layoutVersion);
}

void Panels::restore()
{
    const Settings settings;
    // Refuses by itself what does not fit; a place on a screen that is gone is moved to one that is there.
    m_window.restoreGeometry(settings.value("layout/geometry").toByteArray());
    m_window.restoreState(settings.value("layout/panels").toByteArray(), layoutVersion);
}

void Panels::save() const
{
    Settings settings;
    settings.setValue("layout/geometry", m_window.saveGeometry());
    settings.setValue("layout/panels", isMaximised() ? m_before : m_window.saveState(layoutVersion));
}

void Panels::toggleMaximised()
{
    if (isMaximised())
        return leaveMaximised();
    QWidget* const panel = panelUnderMouse();
    if (!panel)
        return;
    m_before = m_window.saveState(layoutVersion);
    for (QDockWidget* dock : m_docks)
        if (dock != panel && !dock->isFloating())
            dock->hide();
    m_window.centralWidget()->setVisible(panel == m_window.centralWidget());
    firstFocusable(panel)->setFocus(Qt::ShortcutFocusReason);
}

void Panels::leaveMaximised()
{
    if (!isMaximised())
        return;
    m_window.centralWidget()->show();
    m_window.restoreState(std::exchange(m_before, {}), layoutVersion);
}

QList<QWidget*> Panels::visiblePanels() const
{
    QList<QWidget*> panels;
    if (QWidget* centre = m_window.centralWidget(); centre && centre->isVisible())
        panels.append(centre);
    for (QDockWidget* dock : m_docks)
        if (dock->isVisible() && !dock->visibleRegion().isEmpty()) // not behind another tab
            panels.append(dock);
    return panels;
}

QWidget* Panels::panelUnderMouse() const
{
    const QList<QWidget*> panels = visiblePanels();
    for (QWidget* panel : panels)
        if (QRect(panel->mapToGlobal(QPoint()), panel->size()).contains(QCursor::pos()))
            return panel;
    for (QWidget* panel : panels)
        if (panel->isAncestorOf(QApplication::focusWidget()))
            return panel;
    return panels.isEmpty() ? nullptr : panels.first();
}

void Panels::focusNext(int step)
{
    const QList<QWidget*> panels = visiblePanels();
    if (panels.isEmpty())
        return;
    int at = -1;
    for (int i = 0; i < panels.size(); ++i)
        if (panels[i] == QApplication::focusWidget() || panels[i]->isAncestorOf(QApplication::focusWidget()))
            at = i;
    const int count = static_cast<int>(panels.size());
    const int next = at < 0 ? 0 : (at + step + count) % count;
    firstFocusable(panels[next])->setFocus(Qt::TabFocusReason);
}

} // namespace sastrugi::studio
