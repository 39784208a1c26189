// Parameters of the Export Mesh node: what `sastrugi export` reads.
#pragma once

#include "engine/io/MeshFormat.h"
#include "nodes/types/exportSettings.h"

namespace sastrugi
{

/// The place of a format in meshFormats(): whoever adds one there has added it here.
enum class MeshFormatIndex : int {};

struct ExportMeshParameters {
    MeshFormatIndex format{0};
    FilePath file = {"export/surface.####"};
    Text frames;
    std::int64_t samplesPerFrame = 1;
    std::int64_t numberOffset = MeshExportSettings{}.numberOffset;
    Text attributes = {MeshExportSettings{}.attributes};
    AttributeNames names = MeshExportSettings{}.names;
    double metresPerUnit = MeshExportSettings{}.metresPerUnit;
    UpAxis upAxis = MeshExportSettings{}.upAxis;
};

inline auto parameters(Tag<ExportMeshParameters>)
{
    using P = ExportMeshParameters;
    return std::tuple{
        formatChoice(&P::format, meshFormats(), "Kind of the mesh files."),
        path(&P::file, "file",
             "Name of the meshes, relative to the scene file; #### stands for the frame number, and the ending of the "
             "format is added where it is missing."),
        line(&P::frames, "frames",
             "The frames whose meshes are written, such as '1-48' or '12'; empty: all cached ones, and all of the "
             "scene for a mesh that is not simulated."),
        integer(
            &P::samplesPerFrame, "samplesPerFrame", 1, 100,
            "Meshes per frame: 2 writes also one between each two frames, for motion blur, and counts two to a frame."),
        integer(&P::numberOffset, "numberOffset", 0, 1000000,
                "Is added to the number of a frame in the name of its mesh: 1000 counts from 1001."),
        line(&P::attributes, "attributes",
             "What of the surface goes along with its points, such as 'velocity'; empty: all it has."),
        choice(&P::names, "names",
               {{"plain", AttributeNames::Plain, "As the surface calls them, and Blender and ParaView understand."},
                {"houdini", AttributeNames::Houdini, "P and v for position and velocity."}},
               "How the attributes of points are called."),
        number(&P::metresPerUnit, "metresPerUnit", Unit::None, 1e-6, 1e6,
               "Length of one unit of the meshes, in metres, for positions and velocities per second; 0.001 writes "
               "millimetres. GLB is always in metres."),
        choice(&P::upAxis, "upAxis",
               {{"z", UpAxis::Z, "As in the scene and in Blender."},
                {"y", UpAxis::Y, "As in Houdini and most OBJ files: (x, y, z) becomes (x, z, -y)."}},
               "The axis that points up in the meshes; GLB always has Y."),
    };
}

} // namespace sastrugi
