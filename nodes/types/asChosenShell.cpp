#include "nodes/types/asChosenShell.h"

#include "engine/core/Words.h"
#include "engine/motion/ShellDeformation.h"

namespace sastrugi
{

MovingMesh asChosenShell(MovingMesh moving, const MeshRepair& repair, const Inputs& inputs)
{
    if (repair.holes != HoleRepair::ThinShell)
        return moving;
    std::size_t count = 0;
    moving = asThinShell(moving, repair.thickness, count);
    inputs.log({LogLevel::Info, inputs.node, "mesh.shell",
                count == 0
                    ? std::string("nothing of the surface is open, so that nothing is made a shell")
                    : fmt::format("{} made a closed shell, {:.4g} m thick, of {} in all",
                                  counted(static_cast<std::int64_t>(count), "open piece was", "open pieces were"),
                                  repair.thickness, counted(std::ssize(moving->triangles), "triangle"))});
    return moving;
}

} // namespace sastrugi
