// Shows on the nodes of the graph how their runs stand: progress while one goes on, an error when it failed or died.
#pragma once

#include "app/studio/evaluation/NodeStatus.h"

#include <QObject>

#include <optional>

namespace sastrugi::studio
{

class Document;
class Evaluation;
class Runs;
struct Run;

/// Nothing where the node needs no word of it.
std::optional<NodeStatus> markOf(const Run& run);

class RunMarks : public QObject
{
    Q_OBJECT

public:
    RunMarks(Document& document, Runs& runs, Evaluation& evaluation, QObject* parent = nullptr);

private:
    void show(const std::string& node);

    Runs& m_runs;
    Evaluation& m_evaluation;
};

} // namespace sastrugi::studio
