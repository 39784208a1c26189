// The line at the foot of the window: how evaluation stands, how many nodes there are, what is wrong.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace sastrugi::studio
{

class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    StatusLine(Document& document, Evaluation& evaluation, QAction& toggleAutomatic, QWidget* parent = nullptr);

    /// Stays until it is empty.
    void showAutosaveProblem(const QString& sentence);

Q_SIGNALS:
    void autosaveClicked();
    /// The count of errors or warnings was clicked: this is the first node that has one.
    void problemClicked(const std::string& node);

private:
    void showLater();
    void showState();
    void showProblems(int errors, int warnings, const std::string& first);

    Document& m_document;
    Evaluation& m_evaluation;
    QLabel *m_activity, *m_nodes;
    QToolButton *m_automatic, *m_problems, *m_autosave;
    std::string m_firstProblem;
    bool m_isOutdated = false;
};

} // namespace sastrugi::studio
