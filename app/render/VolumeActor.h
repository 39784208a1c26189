// A volume of densities as a lit cloud.
#pragma once

#include "engine/volume/VoxelGrid.h"

#include <memory>

class vtkRenderer;

namespace sastrugi
{

class VolumeActor
{
public:
    explicit VolumeActor(vtkRenderer& renderer);
    ~VolumeActor();

    /// Null or without voxels: none. The grid is held on to. Half of its largest value is opaque within a voxel; what
    /// is thinner is the more transparent.
    void show(std::shared_ptr<const VoxelGrid> grid);
    const std::shared_ptr<const VoxelGrid>& grid() const { return m_grid; }
    /// Fewer samples, while something moves.
    void setReduced(bool isReduced);
    Bounds bounds() const;

private:
    struct Parts;

    vtkRenderer& m_renderer;
    std::shared_ptr<const VoxelGrid> m_grid;
    std::unique_ptr<Parts> m_parts;
};

} // namespace sastrugi
