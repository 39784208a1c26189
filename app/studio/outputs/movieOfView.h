// What a view shows, in the parameters of a Movie node.
#pragma once

#include "nodes/types/MovieNode.h"

namespace sastrugi::studio
{

class Viewport;

/// Its camera, colours, range, background and size in pixels; `movie` gives the rest.
MovieParameters movieOfView(Viewport& view, MovieParameters movie = {});

} // namespace sastrugi::studio
