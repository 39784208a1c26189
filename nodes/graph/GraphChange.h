// What differs between two states of a graph: what a view redraws, and what has to be evaluated again.
#pragma once

#include "nodes/graph/Graph.h"

#include <set>
#include <string>
#include <vector>

namespace sastrugi
{

struct GraphChange {
    std::vector<std::string> added, removed;    // nodes, by name
    std::vector<std::string> changed;           // nodes in both of which more than the position differs
    std::vector<std::string> moved;             // nodes of which only the position differs
    std::vector<Link> addedLinks, removedLinks; // broken ones too

    bool isEmpty() const
    {
        return added.empty() && removed.empty() && changed.empty() && moved.empty() && addedLinks.empty() &&
               removedLinks.empty();
    }
};

/// Takes time in the number of nodes and links; what both graphs share is passed at once.
GraphChange changeBetween(const Graph& before, const Graph& after);

/// The new name of a node that was `name` in `before`: another one when all that happened is that it was renamed.
/// Empty when it is gone.
std::string nameAfter(const Graph& before, const Graph& after, const std::string& name);

/// The nodes of `after` whose results `change` may alter: those that differ in more than place and eye, those whose
/// inputs differ, and all that depend on them.
std::set<std::string> affectedNodes(const GraphChange& change, const Graph& before, const Graph& after);

} // namespace sastrugi
