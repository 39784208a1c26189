#include "app/studio/window/StatusLine.h"

#include "app/studio/looks/Icons.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace sastrugi::studio
{

namespace
{

QString counted(int count, const QString& one, const QString& many)
{
    return count == 1 ? "1 " + one : QString("%1 %2").arg(count).arg(many);
}

} // namespace

StatusLine::StatusLine(Document& document, Evaluation& evaluation, QAction& toggleAutomatic, QWidget* parent)
    : QStatusBar(parent), m_document(document), m_evaluation(evaluation), m_activity(new QLabel), m_nodes(new QLabel),
      m_automatic(new QToolButton), m_problems(new QToolButton), m_autosave(new QToolButton)
{
    setSizeGripEnabled(false);
    setContentsMargins(0, 0, 6, 0);
    m_automatic->setDefaultAction(&toggleAutomatic);
    m_automatic->setObjectName("automatic");
    m_automatic->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problems->setObjectName("problems");
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_autosave->setObjectName("autosaveProblem");
    m_autosave->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_autosave->setText(tr("Autosave is off"));
    m_autosave->setIcon(icon("warning"));
    m_autosave->hide();
    connect(m_autosave, &QToolButton::clicked, this, &StatusLine::autosaveClicked);
    m_activity->setObjectName("activity");
    m_nodes->setObjectName("nodeCount");
    for (QToolButton* button : {m_automatic, m_problems, m_autosave}) {
        button->setIconSize({16, 16});
        button->setFocusPolicy(Qt::TabFocus);
    }
    for (QWidget* widget :
         {static_cast<QWidget*>(m_autosave), static_cast<QWidget*>(m_activity), static_cast<QWidget*>(m_problems),
          static_cast<QWidget*>(m_nodes), static_cast<QWidget*>(m_automatic)})
        addPermanentWidget(widget);
    m_nodes->setContentsMargins(8, 0, 8, 0);
    connect(m_problems, &QToolButton::clicked, this, [this] { Q_EMIT problemClicked(m_firstProblem); });
    connect(&document, &Document::graphChanged, this, &StatusLine::showLater);
    connect(&document, &Document::replaced, this, &StatusLine::showLater);
    connect(&evaluation, &Evaluation::statusChanged, this, &StatusLine::showLater);
    connect(&evaluation, &Evaluation::automaticChanged, this, &StatusLine::showLater);
    connect(&evaluation, &Evaluation::finished, this, &StatusLine::showLater);
    showState();
}

void StatusLine::showAutosaveProblem(const QString& sentence)
{
    m_autosave->setVisible(!sentence.isEmpty());
    m_autosave->setToolTip("<p>" + sentence.toHtmlEscaped() + "</p>");
}

void StatusLine::showLater()
{
    if (std::exchange(m_isOutdated, true))
        return; // once for the many changes of an evaluation
    QTimer::singleShot(0, this, &StatusLine::showState);
}

void StatusLine::showState()
{
    m_isOutdated = false;
    int errors = 0, warnings = 0, stale = 0;
    std::string firstError, firstWarning;
    for (const Node& node : m_document.graph().nodes()) {
        const NodeStatus status = m_evaluation.status(node.name);
        errors += status.errors;
        warnings += status.warnings;
        stale += status.state == NodeState::Stale || status.state == NodeState::Running;
        if (status.errors > 0 && firstError.empty())
            firstError = node.name;
        if (status.warnings > 0 && firstWarning.empty())
            firstWarning = node.name;
    }
    showProblems(errors, warnings, errors > 0 ? firstError : firstWarning);
    int count = 0; // of those that are seen
    for (const Node& node : m_document.graph().nodes())
        count += node.name != Graph::sceneNode;
    m_nodes->setText(counted(count, tr("node"), tr("nodes")));
    if (m_evaluation.isBusy())
        m_activity->setText(tr("Evaluating..."));
    else
        m_activity->setText(stale > 0 && !m_evaluation.isAutomatic() ? tr("%1 not evaluated").arg(stale) : QString());
}

void StatusLine::showProblems(int errors, int warnings, const std::string& first)
{
    m_firstProblem = first;
    m_problems->setVisible(errors + warnings > 0);
    QStringList texts;
    if (errors > 0)
        texts.append(counted(errors, tr("error"), tr("errors")));
    if (warnings > 0)
        texts.append(counted(warnings, tr("warning"), tr("warnings")));
    m_problems->setText(texts.join(", "));
    m_problems->setIcon(icon(errors > 0 ? "error" : "warning"));
    m_problems->setToolTip(tr("Selects the first node that has one, and shows what the log says of it."));
}

} // namespace sastrugi::studio
