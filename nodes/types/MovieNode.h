// Parameters of the Movie node: what `sastrugi render` draws.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/motion/MovingCamera.h"

namespace sastrugi
{

enum class MovieCamera { Automatic, Placed };
enum class MovieColourMap { Ice, Viridis, Inferno, Diverging, Grey };

/// The placing is that of the camera where it is placed; an automatic one has its projection and angle.
struct MovieParameters : CameraPlacing {
    FilePath file = {"movie/frame.####.png"};
    std::int64_t width = 1280, height = 720; // pixels
    MovieCamera camera = MovieCamera::Automatic;
    Text colourBy = {"density"};
    MovieColourMap colourMap = MovieColourMap::Ice;
    double rangeStart = 0, rangeEnd = 0;
    bool hasMeshes = true, hasGround = false, hasScalarBar = true;
    Colour backgroundLow = {0.0395, 0.0595, 0.0887}, backgroundHigh = {0.0100, 0.0137, 0.0194}; // linear
};

inline auto parameters(Tag<MovieParameters>)
{
    using P = MovieParameters;
    constexpr double any = std::numeric_limits<double>::infinity();
    auto ofFile = std::tuple{
        path(&P::file, "file",
             "Name of the pictures, relative to the scene file, such as 'frame.####.png', where #### stands for the "
             "frame number; or of a film, such as 'film.mp4', which needs the program ffmpeg."),
        integer(&P::width, "width", 16, 16384, "Pixels along the lower edge of the picture."),
        integer(&P::height, "height", 16, 16384, "Pixels from the lower to the upper edge of the picture."),
        choice(
            &P::camera, "camera",
            {{"automatic", MovieCamera::Automatic, "Sees all that is there in the first and in the last cached frame."},
             {"placed", MovieCamera::Placed, "Stands at 'eye' and looks at 'target'."}},
            "Where the picture is taken from, if no Camera node is linked to the input 'camera'."),
    };
    auto ofContent = std::tuple{
        line(&P::colourBy, "colourBy",
             "Attribute that colours the particles or their surface, of a vector its length; empty: white."),
        choice(&P::colourMap, "colourMap",
               {{"ice", MovieColourMap::Ice, "Deep blue over ice to warm white."},
                {"viridis", MovieColourMap::Viridis, "Violet over green to yellow."},
                {"inferno", MovieColourMap::Inferno, "Black over red to yellow."},
                {"diverging", MovieColourMap::Diverging, "Blue over white to red, for numbers around a middle."},
                {"grey", MovieColourMap::Grey, "Black to white."}},
               "Colours of the numbers."),
        number(&P::rangeStart, "rangeStart", Unit::None, -any, any,
               "Number of the first colour, in SI units; where it equals the end, the range is that of the first frame "
               "that is drawn."),
        number(&P::rangeEnd, "rangeEnd", Unit::None, -any, any, "Number of the last colour, in SI units."),
        toggle(&P::hasMeshes, "hasMeshes", "Whether boundaries are drawn."),
        toggle(&P::hasGround, "hasGround", "Whether a grid lies on the ground."),
        toggle(&P::hasScalarBar, "hasScalarBar", "Whether the colours are explained at the right edge."),
        colour(&P::backgroundLow, "backgroundLow", "Colour of the background at the lower edge."),
        colour(&P::backgroundHigh, "backgroundHigh", "Colour of the background at the upper edge."),
    };
    return std::tuple_cat(std::move(ofFile), parameters(Tag<CameraPlacing>{}), std::move(ofContent));
}

} // namespace sastrugi
