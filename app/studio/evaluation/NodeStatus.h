// What is known of the result of a node: what its badge shows.
#pragma once

#include "nodes/graph/NodeType.h"

#include <QString>

namespace sastrugi::studio
{

enum class NodeState {
    Stale,   // not evaluated since it, or something it depends on, changed
    Running, // is being evaluated
    Fresh,
    Warning, // fresh, with remarks
    Error,   // cannot be evaluated
};

struct NodeStatus {
    NodeState state = NodeState::Stale;
    double progress = -1; // of a running node, 0 to 1; negative when it is not known
    int warnings = 0, errors = 0;
    QString text;    // the warnings or errors, a line each
    QString figures; // of a fresh result: "12,345 triangles"
    Offers offers;   // of the last fresh result

    bool operator==(const NodeStatus&) const = default;
};

} // namespace sastrugi::studio
