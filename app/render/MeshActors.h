// Triangle meshes, shaded, with their edges, or as wires; coloured by an attribute of their points, where they have it.
#pragma once

#include "app/render/Colours.h"
#include "app/render/Slice.h"

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/RigidPose.h"
#include "engine/particles/Attributes.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

class vtkActor;
class vtkRenderer;

namespace sastrugi
{

/// sRGB, of a surface of snow.
inline const Colour snowColour = {0.93, 0.95, 0.98};

struct MeshItem {
    std::string name;
    std::shared_ptr<const TriangleMesh> mesh;
    Colour colour = {0.42, 0.47, 0.54}; // sRGB
    double opacity = 1;
    bool isWire = false;                               // only its edges
    bool hasEdges = false;                             // shaded, with its edges
    bool isSmooth = false;                             // has no edges that are to be seen: a surface of snow
    std::shared_ptr<const Attributes> attributes = {}; // of its points; null: none
    RigidPose pose = {};                               // from the mesh's coordinates to where it is

    /// In its place.
    Bounds bounds() const;
    bool operator==(const MeshItem& other) const;
};

class MeshActors
{
public:
    /// `colours` outlives it.
    MeshActors(vtkRenderer& renderer, Colours& colours);
    ~MeshActors();

    /// Meshes that were shown already, the same in memory, are not prepared again.
    void show(const std::vector<MeshItem>& items);
    const std::vector<MeshItem>& items() const { return m_items; }
    /// After the colours were set.
    void colour();
    /// Whether one of them shows the colours of an attribute.
    bool isColoured() const;
    /// Cuts away what is not in it.
    void setSlice(const std::optional<Slice>& slice);
    const std::optional<Slice>& slice() const { return m_slice; }
    Bounds bounds() const;

private:
    struct Prepared;
    Prepared& prepared(const MeshItem& item);
    void colour(Prepared& entry) const;
    void cut(Prepared& entry) const;

    vtkRenderer& m_renderer;
    Colours& m_colours;
    std::vector<MeshItem> m_items;
    std::optional<Slice> m_slice;
    std::map<const TriangleMesh*, std::unique_ptr<Prepared>> m_prepared;
};

} // namespace sastrugi
