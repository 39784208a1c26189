#include "app/studio/jobs/RunMarks.h"

#include "app/studio/document/Document.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/jobs/Runs.h"
#include "app/studio/jobs/runWords.h"

namespace sastrugi::studio
{

std::optional<NodeStatus> markOf(const Run& run)
{
    NodeStatus mark;
    if (run.state == RunState::Failed || run.state == RunState::Died) {
        mark.state = NodeState::Error;
        mark.errors = 1;
        mark.text = run.sentence;
        return mark;
    }
    if (run.isOver())
        return std::nullopt;
    mark.state = NodeState::Running;
    mark.progress = run.report.progress();
    mark.figures = run.state == RunState::Running ? frameText(run) : stateText(run) + "  " + frameText(run);
    mark.text = run.state == RunState::Doubtful ? run.sentence : QString();
    return mark;
}

RunMarks::RunMarks(Document& document, Runs& runs, Evaluation& evaluation, QObject* parent)
    : QObject(parent), m_runs(runs), m_evaluation(evaluation)
{
    connect(&runs, &Runs::runChanged, this, &RunMarks::show);
    connect(&document, &Document::graphChanged, this, [this](const Graph&, const GraphChange& change) {
        for (const std::vector<std::string>* names : {&change.removed, &change.added}) // one may be renamed
            for (const std::string& node : *names)
                show(node);
    });
}

void RunMarks::show(const std::string& node)
{
    const Run* run = m_runs.run(node);
    m_evaluation.setRun(node, run ? markOf(*run) : std::nullopt);
}

} // namespace sastrugi::studio
