// The types that flow along links, and the ports that links join.
#pragma once

#include <string>
#include <string_view>

namespace sastrugi
{

// The enumerators are scoped: they hide nothing, whatever GCC says about the type Material.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class PortType { Mesh, Boundary, Emitter, Material, Field, Simulation, Volume, Surface, Particles, Camera, Any };
#pragma GCC diagnostic pop

// Any is no value: ports of a reroute take and give whatever they are linked to.

/// "Mesh", as shown and as written in the catalogue.
std::string_view name(PortType type);

/// How many links an input takes, and whether the node can be evaluated without one.
enum class PortArity {
    One,      // exactly one
    Optional, // none or one
    Some,     // at least one; their order does not matter
    Any,      // any number, none too; their order does not matter
};

struct Port {
    std::string name; // lower camel, unique among the inputs or among the outputs of a node
    PortType type = PortType::Mesh;
    std::string doc;                  // a sentence
    PortArity arity = PortArity::One; // of an input; outputs feed any number of links

    bool acceptsMany() const { return arity == PortArity::Some || arity == PortArity::Any; }
    bool isRequired() const { return arity == PortArity::One || arity == PortArity::Some; }
};

} // namespace sastrugi
