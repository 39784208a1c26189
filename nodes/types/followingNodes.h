// The nodes by which things move that a hand can take: Key Frames, of obstacles and of emitters.
#pragma once

#include "engine/motion/motionKeys.h"
#include "nodes/graph/Graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// Those that `solver` depends on and that are not bypassed, in the order of evaluation.
std::vector<std::string> followingNodes(const Graph& graph, std::string_view solver);

/// The node that gives the obstacle or emitter which `following`, one of them, moves.
std::string followedNode(const Graph& graph, std::string_view following);

/// Gives such a node the keys that were recorded: linear ones.
void setRecordedKeys(Graph& graph, std::string_view node, const std::vector<TypedKey>& keys);

/// Puts such a node behind `node`, which gives an obstacle or an emitter, where none follows it yet, and gives the name
/// of the one that is there then. Throws Error(Scene) for a node that gives something else.
std::string letFollow(Graph& graph, std::string_view node);

} // namespace sastrugi
