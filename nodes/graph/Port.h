// The types that flow along links.
#pragma once

#include <string_view>

namespace sastrugi
{

enum class PortType { Mesh, Boundary, Emitter, Material, Simulation };

/// "Mesh", as shown and as written in the catalogue.
std::string_view name(PortType type);

} // namespace sastrugi
