// Turns the particles of a simulation into a volume, frame by frame.
#include "engine/volume/DensityVolume.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType densityVolumeNode()
{
    return NodeType::define<DensityVolumeParameters>({
        .name = "post.densityVolume",
        .title = "Density Volume",
        .category = "Post",
        .doc = "Spreads the mass of the particles of each cached frame over voxels: the snow as a cloud of densities.",
        .inputs = {{"simulation", PortType::Simulation, "Whose frames are turned into volumes."}},
        .outputs = {{"volume", PortType::Volume,
                     "The density in kg/m3, for every cached frame; files have velocity and temperature as well."}},
        .evaluate = [](const DensityVolumeParameters& parameters, const Inputs& inputs) -> Outputs {
            return {std::make_shared<const DensityVolume>(inputs.one<Scene>("simulation"), parameters)};
        },
    });
}

} // namespace sastrugi
