// Heights from a picture, through the program `sastrugi-import`.
#pragma once

#include "engine/geometry/Terrain.h"

#include <filesystem>
#include <stop_token>

namespace sastrugi
{

struct HeightPicture {
    HeightField field;  // values as they are in the file, the lowest row first
    double white = 255; // the largest value that its type has; 1 of floating point
    int channels = 1;   // of which the first one is taken
};

/// PNG of 8 or 16 bits, TIFF of 8 or 16 bits or floating point. Throws Error(Scene) with a sentence that names the
/// file; Error(Interrupted) when stopped.
HeightPicture readHeightPicture(const std::filesystem::path& file, std::stop_token stop = {});

} // namespace sastrugi
