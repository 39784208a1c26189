// A titled rectangle behind nodes.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct BackdropParameters {
    Text title;
    Text note;
    Colour colour = {0.05, 0.12, 0.16};
    double width = 400;
    double height = 280;
};

auto parameters(Tag<BackdropParameters>)
{
    using P = BackdropParameters;
    return std::tuple{
        line(&P::title, "title", "What stands in its upper border."),
        words(&P::note, "note", "What is written inside, on as many lines as wanted."),
        colour(&P::colour, "colour", "Its fill."),
        number(&P::width, "width", Unit::None, 40, 1e5, "Extent to the right, in the units of node positions."),
        number(&P::height, "height", Unit::None, 40, 1e5, "Extent downwards, in the units of node positions."),
    };
}

} // namespace

NodeType backdropNode()
{
    return NodeType::define<BackdropParameters>({
        .name = "layout.backdrop",
        .title = "Backdrop",
        .category = "Layout",
        .doc = "Groups nodes by a coloured rectangle with a title and a note. Nodes that lie on it move along with it.",
    });
}

} // namespace sastrugi
