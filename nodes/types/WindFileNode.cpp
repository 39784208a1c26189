// Wind from the files of a flow solver.
#include "engine/io/WindFile.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct WindFileParameters : WindPlacing {
    FilePath file;
    Text array;
    double spacing = 0;
    double filesPerSecond = 0;
};

auto parameters(Tag<WindFileParameters>)
{
    using P = WindFileParameters;
    return std::tuple_cat(
        std::tuple{
            path(
                &P::file, "file",
                "The flow: an image, a rectilinear, structured or unstructured grid of VTK (.vti, .vtr, .vts, .vtu, "
                ".vtk); numbered ones as flow.####.vti, or a .pvd that says when each is; relative to the scene file."),
            line(&P::array, "array",
                 "Name of the velocities in the file, of its points or cells; empty takes its vectors, or what has "
                 "three numbers. An error names those that there are."),
            zeroMeans("as the file",
                      number(&P::spacing, "spacing", Unit::None, 0, 1e6,
                             "The flow is taken once to a lattice whose points are so far apart, in lengths of the "
                             "file; 0 takes the points of an image, or as many points as a grid has.")),
            zeroMeans("as the scene",
                      number(&P::filesPerSecond, "filesPerSecond", Unit::PerSecond, 0, 100000,
                             "How many numbered files are a second; 0 takes the frame rate of the scene.")),
        },
        parameters(Tag<WindPlacing>{}));
}

} // namespace

NodeType windFileNode()
{
    return NodeType::define<WindFileParameters>({
        .name = "field.windFile",
        .title = "Wind File",
        .category = "Fields",
        .doc = "The wind that a flow solver has computed, still or changing in time: linear between the points of a "
               "lattice, and between moments.",
        .outputs = {{"field", PortType::Field, "The wind of the file."}},
        .readsFiles = true,
        .usesSceneSettings = true,
        .evaluate = [](const WindFileParameters& parameters, const Inputs& inputs) -> Outputs {
            if (parameters.file.text.empty())
                fail(ErrorKind::Scene, "parameter 'file' names no file; expected is a flow such as 'flow.vti'");
            WindFileOptions options;
            options.array = parameters.array.text;
            options.spacing = parameters.spacing;
            options.filesPerSecond =
                parameters.filesPerSecond > 0 ? parameters.filesPerSecond : inputs.scene.framesPerSecond;
            options.placing = parameters;
            const ImportedWind wind = [&] {
                try {
                    return importWind(inputs.resolve(parameters.file), options, inputs.stop);
                } catch (const WindArrayError& unclear) {
                    inputs.offer("array", unclear.arrays());
                    throw;
                }
            }();
            inputs.offer("array", wind.arrays);
            for (const LogMessage& message : wind.messages)
                inputs.log(message);
            return {wind.field};
        },
    });
}

} // namespace sastrugi
