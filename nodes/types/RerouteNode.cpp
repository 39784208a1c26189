// A bend in a wire.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct RerouteParameters {
};

auto parameters(Tag<RerouteParameters>) { return std::tuple<>{}; }

} // namespace

NodeType rerouteNode()
{
    return NodeType::define<RerouteParameters>({
        .name = "layout.reroute",
        .title = "Reroute",
        .category = "Layout",
        .doc = "A dot that a wire bends at or splits at: drag from beside it for another wire. It hands on what it is "
               "given, of whatever type.",
        .inputs = {{"in", PortType::Any, "What is handed on.", PortArity::Optional}},
        .outputs = {{"out", PortType::Any, "The same."}},
    });
}

} // namespace sastrugi
