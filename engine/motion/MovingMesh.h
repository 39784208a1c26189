// A mesh that may change its shape: what flows along links of meshes.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/Deformation.h"

#include <memory>

namespace sastrugi
{

/// Where only a shape is asked for, the mesh at the start is it.
struct MovingMesh {
    std::shared_ptr<const TriangleMesh> mesh;                 // at time 0
    std::shared_ptr<const Deformation> deformation = nullptr; // of its points; null keeps them

    MovingMesh() = default;
    MovingMesh(std::shared_ptr<const TriangleMesh> still) : mesh(std::move(still)) {}
    MovingMesh(std::shared_ptr<const TriangleMesh> start, std::shared_ptr<const Deformation> change)
        : mesh(std::move(start)), deformation(std::move(change))
    {
    }

    bool operator==(const MovingMesh&) const = default; // whether they are the same two values

    explicit operator bool() const { return mesh != nullptr; }
    const TriangleMesh& operator*() const { return *mesh; }
    const TriangleMesh* operator->() const { return mesh.get(); }
};

} // namespace sastrugi
