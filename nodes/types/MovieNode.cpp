// Says how pictures of a simulation are drawn; `sastrugi render` does it, from the cache.
#include "nodes/types/MovieNode.h"

#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType movieNode()
{
    return NodeType::define<MovieParameters>({
        .name = "output.movie",
        .title = "Movie",
        .category = "Output",
        .doc =
            "Draws cached frames as PNG pictures or as an MP4 film, when 'sastrugi render' or Render Movie is called.",
        .inputs = {{"simulation", PortType::Simulation, "What is drawn."},
                   {"camera", PortType::Camera, "Where it is seen from, instead of this node's own camera.",
                    PortArity::Optional}},
        .check =
            [](const MovieParameters& movie) {
                if (movie.camera == MovieCamera::Placed && movie.looksNowhere())
                    fail(ErrorKind::Scene,
                         "parameters 'eye' and 'target' are the same point: the camera looks nowhere");
                if (movie.rangeEnd < movie.rangeStart)
                    fail(ErrorKind::Scene, "parameter 'rangeEnd' is {}, before 'rangeStart', which is {}",
                         movie.rangeEnd, movie.rangeStart);
            },
    });
}

} // namespace sastrugi
