#include "app/studio/outputs/movieOfView.h"

#include "app/render/screenColour.h"
#include "app/studio/viewport/Viewport.h"

namespace sastrugi::studio
{

MovieParameters movieOfView(Viewport& view, MovieParameters movie)
{
    View& shown = view.scene().view();
    movie.camera = MovieCamera::Placed;
    static_cast<CameraPlacing&>(movie) = shown.camera().placing();
    const QSizeF size = QSizeF(view.scene().size()) * view.scene().devicePixelRatioF();
    movie.width = std::clamp<std::int64_t>(2 * std::llround(size.width() / 2), 16, 16384); // films have even sizes
    movie.height = std::clamp<std::int64_t>(2 * std::llround(size.height() / 2), 16, 16384);

    const Colouring& colours = view.settings().colours;
    movie.colourBy.text = colours.attribute;
    forEachParameter(movie, [&](const ParameterInfo& info, auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, MovieColourMap>)
            fromParameterValue(info, ChoiceName{colours.map}, member);
    });
    movie.rangeStart = movie.rangeEnd = 0;
    if (const auto range = shown.range()) {
        movie.rangeStart = range->first;
        movie.rangeEnd = range->second;
    }
    movie.hasMeshes = !view.settings().hidden.contains(ContentKind::Boundary);
    movie.hasGround = shown.look().hasGround;
    movie.backgroundLow = toLinearColour(shown.look().low);
    movie.backgroundHigh = toLinearColour(shown.look().high);
    return movie;
}

} // namespace sastrugi::studio
