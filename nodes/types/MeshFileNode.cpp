// Reads a mesh file, still or moving; unit and up axis are said, not guessed.
#include "engine/io/MeshImport.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/asChosenShell.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// Where it is placed, how it is mended, and when its clip is played, are parts of it.
struct MeshFileParameters : MeshPlacing, MeshRepair, ClipTiming {
    FilePath file;
    Text part;
    bool animated = true;
    Text clip;
};

auto parameters(Tag<MeshFileParameters>)
{
    using P = MeshFileParameters;
    return std::tuple_cat(
        std::tuple{
            path(&P::file, "file",
                 "The mesh: OBJ, PLY, STL, OFF, glTF, FBX, Collada, VTP, USD as text and more; relative to the scene "
                 "file. All but "
                 "VTP and USD are read in single precision, seven digits: a mesh a thousand kilometres from its origin "
                 "is "
                 "known to 6 cm, so move it near the origin before it is saved, and set it back with a Transform."),
            line(&P::part, "part",
                 "Name of the object in the file that is used, or its number from 1; empty uses all of them."),
        },
        parameters(Tag<MeshPlacing>{}),
        std::tuple{
            toggle(&P::animated, "animated",
                   "Plays the animation, if the file has one: of nodes, of a skeleton, or of morph targets. Otherwise "
                   "the mesh stays in the pose in which it was saved."),
            line(&P::clip, "clip",
                 "Name of the animation that is played, or its number from 1; empty plays the first one. A remark on "
                 "the node names them."),
        },
        parameters(Tag<ClipTiming>{}), parameters(Tag<MeshRepair>{}));
}

/// Names, or numbers where there is none, or one that another one has.
template <class Choice>
std::vector<std::string> offersOf(const std::vector<Choice>& choices)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const std::string& name = choices[i].name;
        const bool isUnique = std::ranges::count(choices, name, &Choice::name) == 1;
        texts.push_back(!name.empty() && isUnique ? name : std::to_string(i + 1));
    }
    return texts;
}

Outputs readMesh(const MeshFileParameters& parameters, const Inputs& inputs)
{
    if (parameters.file.text.empty())
        fail(ErrorKind::Scene, "parameter 'file' names no file; expected is a mesh such as 'bunny.obj'");
    MeshImportOptions options;
    place(options, parameters);
    options.part = parameters.part.text;
    options.isAnimated = parameters.animated;
    options.clip = parameters.clip.text;
    options.timing = parameters;
    options.repair = parameters;
    ImportedMesh imported = importMesh(inputs.resolve(parameters.file), options, inputs.stop);
    for (const LogMessage& message : imported.messages)
        inputs.log(message);
    inputs.offer("part", offersOf(imported.choices.parts));
    inputs.offer("clip", offersOf(imported.choices.clips));
    return {asChosenShell(std::move(imported.moving), parameters, inputs)};
}

} // namespace

NodeType meshFileNode()
{
    return NodeType::define<MeshFileParameters>({
        .name = "geometry.meshFile",
        .title = "Mesh File",
        .category = "Geometry",
        .doc = "Reads a mesh from a file, with its animation if it has one; what is wrong with it is said, and mended "
               "only as it is chosen here.",
        .outputs = {{"mesh", PortType::Mesh, "The mesh, in metres, with z up; moving, if it is animated."}},
        .readsFiles = true,
        .check = [](const MeshFileParameters& parameters) { checkClipTiming(parameters); },
        .evaluate = readMesh,
    });
}

} // namespace sastrugi
