#include "nodes/graph/Port.h"

namespace sastrugi
{

std::string_view name(PortType type)
{
    constexpr std::string_view names[] = {"Mesh",   "Boundary", "Emitter",   "Material", "Field", "Simulation",
                                          "Volume", "Surface",  "Particles", "Camera",   "Any"};
    return names[static_cast<int>(type)];
}

} // namespace sastrugi
