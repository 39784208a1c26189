// A node and a link of the graph, as plain values.
#pragma once

#include "nodes/graph/ParameterTable.h"

#include <compare>
#include <string>
#include <vector>

namespace sastrugi
{

/// A member of a scene file that this program does not understand, kept as JSON text so that it is not lost.
struct RawMember {
    std::string key;
    std::string json;
    bool operator==(const RawMember&) const = default;
};

struct Node {
    std::string name;                     // unique in its graph, see NodeName.h
    std::string type;                     // name of its NodeType; may be one this program does not know
    ParameterValues values;               // only those that differ from their defaults; all valid
    double x = 0, y = 0;                  // where an editor draws it
    bool isBypassed = false;              // hands on its input unchanged
    bool isShown = false;                 // views show what it gives
    std::vector<RawMember> rawParameters; // unknown keys, or known ones with a value that could not be read
    std::vector<RawMember> rawMembers;    // anything else that was said of the node

    bool operator==(const Node&) const = default;
};

/// From an output port of a node to an input port of another.
struct Link {
    std::string fromNode, fromPort, toNode, toPort;
    auto operator<=>(const Link&) const = default;
};

/// "mesh.mesh -> fill.region"
std::string describe(const Link& link);

} // namespace sastrugi
