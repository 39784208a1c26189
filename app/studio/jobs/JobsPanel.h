// The panel of the runs: how each stands, and buttons for the chosen one.
#pragma once

#include "app/studio/jobs/JobsModel.h"

#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace sastrugi::studio
{

class JobsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit JobsPanel(Runs& runs, QWidget* parent = nullptr);

    /// The chosen run, or null.
    const Run* chosen() const;
    void choose(int id);

Q_SIGNALS:
    /// The messages of this node are to be shown.
    void logWanted(const std::string& node);
    /// A run of this node of the open document was clicked.
    void nodeChosen(const std::string& node);

private:
    void makeTable();
    QWidget* makeButtons();
    QToolButton* addButton(QWidget* row, const char* name, const QString& icon, const QString& tip);
    void openFolder() const;
    void showChosen();

    Runs& m_runs;
    JobsModel m_model;
    QTableView* m_table = nullptr;
    QLabel* m_remark = nullptr;
    QToolButton *m_pause = nullptr, *m_cancel = nullptr, *m_folder = nullptr, *m_log = nullptr, *m_clear = nullptr;
};

} // namespace sastrugi::studio
