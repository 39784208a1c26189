#include "nodes/types/carrierMotion.h"

namespace sastrugi
{

RigidMotion carrierMotion(const Inputs& inputs, const Boundary& carrier)
{
    if (carrier.load)
        inputs.log({LogLevel::Warning, inputs.node, "motion.load",
                    fmt::format("the load of '{}' moves it, and does not move what it carries", carrier.name)});
    if (carrier.body)
        inputs.log({LogLevel::Warning, inputs.node, "body.rigid",
                    fmt::format("'{}' is let go, and does not move what it carries after that", carrier.name)});
    if (carrier.deformation)
        inputs.log({LogLevel::Warning, inputs.node, "motion.deformation",
                    fmt::format("'{}' changes its shape, which what it carries does not follow", carrier.name)});
    return carrier.motion;
}

} // namespace sastrugi
