// Reads a mesh file; unit and up axis are said, not guessed.
#include "engine/geometry/Transform.h"
#include "engine/io/MeshImport.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

enum class FileUnit { Metre, Centimetre, Millimetre, Inch, Foot };
enum class FileOrigin { File, Centre, Base };

struct MeshFileParameters {
    FilePath file;
    FileUnit unit = FileUnit::Metre;
    UpAxis upAxis = UpAxis::Z;
    double size = 0;
    FileOrigin origin = FileOrigin::File;
};

auto parameters(Tag<MeshFileParameters>)
{
    using P = MeshFileParameters;
    return std::tuple{
        path(&P::file, "file",
             "The mesh: OBJ, PLY, STL, OFF, glTF, FBX, Collada and more; relative to the scene file."),
        choice(&P::unit, "unit",
               {{"m", FileUnit::Metre, "Metres."},
                {"cm", FileUnit::Centimetre, "Centimetres."},
                {"mm", FileUnit::Millimetre, "Millimetres."},
                {"inch", FileUnit::Inch, "Inches of 25.4 mm."},
                {"foot", FileUnit::Foot, "Feet of 12 inches."}},
               "What a length of 1 in the file means."),
        choice(&P::upAxis, "upAxis",
               {{"z", UpAxis::Z, "Z, as here."},
                {"y", UpAxis::Y, "Y, as in most files of scans and games; it is turned to z."},
                {"x", UpAxis::X, "X; it is turned to z."}},
               "The axis of the file that points up."),
        zeroMeans(
            "as in the file",
            number(&P::size, "size", Unit::Metre, 0, 1e5,
                   "Length of the longest edge of the bounds, to which the mesh is scaled; 0 leaves it as it is.")),
        choice(&P::origin, "origin",
               {{"file", FileOrigin::File, "Where the file has it."},
                {"centre", FileOrigin::Centre, "In the middle of the bounds."},
                {"base", FileOrigin::Base, "Below the middle, so that the mesh stands on z = 0."}},
               "Where the origin is."),
    };
}

double metresPer(FileUnit unit)
{
    switch (unit) {
    case FileUnit::Metre: return 1;
    case FileUnit::Centimetre: return 0.01;
    case FileUnit::Millimetre: return 0.001;
    case FileUnit::Inch: return 0.0254;
    case FileUnit::Foot: return 0.3048;
    }
    return 1;
}

TriangleMesh placed(TriangleMesh mesh, FileOrigin origin)
{
    if (origin == FileOrigin::File)
        return mesh;
    const Bounds bounds = mesh.bounds();
    Vector3 newOrigin = bounds.centre();
    if (origin == FileOrigin::Base)
        newOrigin.z() = bounds.minimum.z();
    return transformed(mesh, -newOrigin, Vector3::Zero(), Vector3::Ones());
}

Outputs evaluate(const MeshFileParameters& parameters, const Inputs& inputs)
{
    if (parameters.file.text.empty())
        fail(ErrorKind::Scene, "parameter 'file' names no file; expected is a mesh such as 'bunny.obj'");
    MeshImportOptions options;
    options.unit = metresPer(parameters.unit);
    options.upAxis = parameters.upAxis;
    options.size = parameters.size;
    ImportedMesh imported = importMesh(inputs.resolve(parameters.file), options, inputs.stop);
    for (const LogMessage& message : imported.messages)
        inputs.log(message);
    return {std::make_shared<const TriangleMesh>(placed(std::move(imported.mesh), parameters.origin))};
}

} // namespace

NodeType meshFileNode()
{
    return NodeType::define<MeshFileParameters>({
        .name = "geometry.meshFile",
        .title = "Mesh File",
        .category = "Geometry",
        .doc = "Reads a mesh from a file; what is wrong with it is said, and never mended in silence.",
        .outputs = {{"mesh", PortType::Mesh, "The mesh, in metres, with z up."}},
        .readsFiles = true,
        .evaluate = evaluate,
    });
}

} // namespace sastrugi
