// Reads a mesh file for each frame.
#include "engine/io/MeshSequence.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/asChosenShell.h"

namespace sastrugi
{

namespace
{

enum class SequenceEnd { Once, Loop };

struct MeshSequenceParameters : MeshPlacing, MeshRepair {
    FilePath file;
    std::int64_t firstNumber = 0;
    std::int64_t lastNumber = 0;
    double filesPerSecond = 0;
    double start = 0;
    SequenceEnd repeat = SequenceEnd::Once;
};

auto parameters(Tag<MeshSequenceParameters>)
{
    using P = MeshSequenceParameters;
    return std::tuple_cat(
        std::tuple{
            path(&P::file, "file",
                 "The meshes, with a place for their number: wave.####.ply, wave.$F4.obj, wave.%04d.stl or "
                 "wave.####.vtp; "
                 "relative to the scene file."),
            integer(&P::firstNumber, "firstNumber", 0, 1000000000,
                    "Number of the first file that is used; with 0 here and as the last one all that are there are."),
            integer(&P::lastNumber, "lastNumber", 0, 1000000000, "Number of the last file that is used."),
            zeroMeans("as the scene", number(&P::filesPerSecond, "filesPerSecond", Unit::PerSecond, 0, 10000,
                                             "How many files are a second; 0 takes the frame rate of the scene.")),
            number(&P::start, "start", Unit::Second, 0, 1e5, "When the first file is shown; it is there before, too."),
            choice(&P::repeat, "repeat",
                   {{"once", SequenceEnd::Once, "The last one stays."},
                    {"loop", SequenceEnd::Loop, "The first one follows, after the time of a file."}},
                   "What happens after the last file."),
        },
        parameters(Tag<MeshPlacing>{}), parameters(Tag<MeshRepair>{}));
}

Outputs readSequence(const MeshSequenceParameters& parameters, const Inputs& inputs)
{
    if (parameters.file.text.empty())
        fail(ErrorKind::Scene, "parameter 'file' names no file; expected are meshes such as 'wave.####.ply'");
    MeshSequenceOptions options;
    place(options.mesh, parameters);
    options.mesh.repair = parameters;
    options.framesPerSecond = parameters.filesPerSecond > 0 ? parameters.filesPerSecond : inputs.scene.framesPerSecond;
    options.start = parameters.start;
    options.isLoop = parameters.repeat == SequenceEnd::Loop;
    options.firstNumber = parameters.firstNumber;
    options.lastNumber = parameters.lastNumber;
    ImportedSequence sequence = importSequence(inputs.resolve(parameters.file), options, inputs.stop);
    for (const LogMessage& message : sequence.messages)
        inputs.log(message);
    return {asChosenShell(std::move(sequence.moving), parameters, inputs)};
}

} // namespace

NodeType meshSequenceNode()
{
    return NodeType::define<MeshSequenceParameters>({
        .name = "geometry.meshSequence",
        .title = "Mesh Sequence",
        .category = "Geometry",
        .doc =
            "Reads a mesh from a file for each frame: with the same triangles its points move from file to file, with "
            "others each mesh stands still until the next one.",
        .outputs = {{"mesh", PortType::Mesh, "The mesh that moves, in metres, with z up."}},
        .readsFiles = true,
        .usesSceneSettings = true,
        .check =
            [](const MeshSequenceParameters& parameters) {
                if (parameters.lastNumber < parameters.firstNumber)
                    fail(ErrorKind::Scene, "parameter 'lastNumber' is {}; allowed is {}, the first one, or more",
                         parameters.lastNumber, parameters.firstNumber);
            },
        .evaluate = readSequence,
    });
}

} // namespace sastrugi
