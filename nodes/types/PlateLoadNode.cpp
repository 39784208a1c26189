// Lets an obstacle carry a load.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType plateLoadNode()
{
    return NodeType::define<PlateLoad>({
        .name = "motion.load",
        .title = "Load",
        .category = "Motion",
        .doc = "Lets an obstacle press on the snow with a force: it gives way along an axis until the snow bears it.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that carries the load."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, moving as the snow lets it."}},
        .check =
            [](const PlateLoad& load) {
                if (load.axis.isZero())
                    fail(ErrorKind::Scene, "parameter 'axis' is 0, 0, 0; it must have a direction");
                if (load.liftTime > 0 && load.liftTime < load.start)
                    fail(ErrorKind::Scene, "parameter 'liftTime' is {} s; allowed is 0 or not before the start, {} s",
                         load.liftTime, load.start);
            },
        .evaluate = [](const PlateLoad& load, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            if (boundary.body)
                fail(ErrorKind::Scene, "'{}' is a rigid body; it moves as its own weight lets it, and carries no load",
                     boundary.name);
            boundary.load = load;
            if (constexpr double most = 10000; load.force > most * load.mass)
                inputs.log(
                    {LogLevel::Warning, inputs.node, "motion.load",
                     fmt::format("the load would accelerate its {} kg by {:.3g} m/s^2, so that steps become tiny "
                                 "or the plate shoots through the snow; give 'mass' more",
                                 load.mass, load.force / load.mass)});
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
