// The panels around the graph: docked, hidden, maximised, reached by keys, and remembered.
#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QObject>

class QMainWindow;

namespace sastrugi::studio
{

class Panels : public QObject
{
    Q_OBJECT

public:
    explicit Panels(QMainWindow& window);

    /// `name` is stable: layouts are remembered by it. `icon` is one of resources/icons.
    QDockWidget* add(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    const QList<QDockWidget*>& docks() const { return m_docks; }
    /// Of the name it was added with.
    QDockWidget& dock(const QString& name) const;

    /// What is there now is what reset() goes back to.
    void rememberDefault();
    void reset();
    /// Size, place and panels of the last session.
    void restore();
    void save() const;

    /// The panel below the mouse, or the one that has the keys, alone in the window; or all again.
    void toggleMaximised();
    bool isMaximised() const { return !m_before.isEmpty(); }
    /// Gives the keys to the next panel that is seen, or with -1 to the one before.
    void focusNext(int step);

private:
    QWidget* panelUnderMouse() const;
    QList<QWidget*> visiblePanels() const;
    void leaveMaximised();

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QByteArray m_default, m_before; // m_before: the layout that a maximised panel hides
};

} // namespace sastrugi::studio
