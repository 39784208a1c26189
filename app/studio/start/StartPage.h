// What the window shows while no scene is open: new and open, recent scenes, the samples with their pictures.
#pragma once

#include <QWidget>

class QAction;
class QListWidget;
class QListWidgetItem;
class QVBoxLayout;

namespace sastrugi::studio
{

class RecentFiles;

class StartPage : public QWidget
{
    Q_OBJECT

public:
    /// `actions` are offered as buttons.
    StartPage(RecentFiles& recent, const QList<QAction*>& actions, QWidget* parent = nullptr);

Q_SIGNALS:
    void fileChosen(const QString& file);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QVBoxLayout* makeBeginning(const QList<QAction*>& actions);
    QVBoxLayout* makeSamples();
    void fillRecent();
    void choose(const QListWidgetItem* item);

    RecentFiles& m_recent;
    QListWidget *m_files = nullptr, *m_samples = nullptr;
};

} // namespace sastrugi::studio
