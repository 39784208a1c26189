// How the coordinates of a mesh file become those of the scene: what the user says of it, once for all nodes that read
// mesh files.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/io/UpAxis.h"

#include <optional>

namespace sastrugi
{

enum class FileUnit { Metre, Centimetre, Millimetre, Inch, Foot, File };
enum class FileAxis { Z, Y, X, File };
enum class MeshOrigin { File, Centre, Base };

struct MeshPlacing {
    FileUnit unit = FileUnit::Metre;
    FileAxis upAxis = FileAxis::Z;
    double size = 0;
    MeshOrigin origin = MeshOrigin::File;
};

inline auto parameters(Tag<MeshPlacing>)
{
    using P = MeshPlacing;
    return std::tuple{
        choice(&P::unit, "unit",
               {{"m", FileUnit::Metre, "Metres."},
                {"cm", FileUnit::Centimetre, "Centimetres."},
                {"mm", FileUnit::Millimetre, "Millimetres."},
                {"inch", FileUnit::Inch, "Inches of 25.4 mm."},
                {"foot", FileUnit::Foot, "Feet of 12 inches."},
                {"file", FileUnit::File,
                 "What the file says, as glTF, FBX and Collada do, and metres where it says nothing; a remark on the "
                 "node tells which it is."}},
               "What a length of 1 in the file means."),
        choice(&P::upAxis, "upAxis",
               {{"z", FileAxis::Z, "Z, as here."},
                {"y", FileAxis::Y, "Y, as in most files of scans and games; it is turned to z."},
                {"x", FileAxis::X, "X; it is turned to z."},
                {"file", FileAxis::File,
                 "The one that the file names, as glTF, FBX and Collada do, and z where it names none."}},
               "The axis of the file that points up."),
        zeroMeans(
            "as in the file",
            number(&P::size, "size", Unit::Metre, 0, 1e5,
                   "Length of the longest edge of the bounds, to which the mesh is scaled; 0 leaves it as it is.")),
        choice(&P::origin, "origin",
               {{"file", MeshOrigin::File, "Where the file has it."},
                {"centre", MeshOrigin::Centre, "In the middle of the bounds."},
                {"base", MeshOrigin::Base, "Below the middle, so that the mesh stands on z = 0."}},
               "Where the origin is; of a mesh that moves, as it is at the start."),
    };
}

/// None: as the file says.
inline std::optional<double> metresPer(FileUnit unit)
{
    switch (unit) {
    case FileUnit::Metre: return 1;
    case FileUnit::Centimetre: return 0.01;
    case FileUnit::Millimetre: return 0.001;
    case FileUnit::Inch: return 0.0254;
    case FileUnit::Foot: return 0.3048;
    case FileUnit::File: return std::nullopt;
    }
    return 1;
}

/// The same.
inline std::optional<UpAxis> axisOf(FileAxis axis)
{
    switch (axis) {
    case FileAxis::Z: return UpAxis::Z;
    case FileAxis::Y: return UpAxis::Y;
    case FileAxis::X: return UpAxis::X;
    case FileAxis::File: return std::nullopt;
    }
    return UpAxis::Z;
}

} // namespace sastrugi
