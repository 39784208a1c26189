// The program `sastrugi-render`: pictures of cached frames, without a display. `sastrugi render` starts it.
#include "app/cli/cachedFrames.h"
#include "app/cli/reportErrors.h"
#include "app/cli/unknownName.h"
#include "app/render/OffscreenContext.h"
#include "app/render/View.h"
#include "app/render/colourMap.h"
#include "app/render/scalars.h"
#include "engine/io/FrameNames.h"

#include <CLI/CLI.hpp>

#include <charconv>

using namespace sastrugi;

namespace
{

struct RenderOptions {
    SceneArguments scene;
    std::string node, out = "frame.####.png", frames, size = "960x540", range;
    int width = 960, height = 540;
    Colouring colours;
};

void declare(CLI::App& app, RenderOptions& options)
{
    declareScene(app, options.scene);
    app.add_option("--node", options.node, "The solver node (default: the scene's only one)");
    app.add_option("--out", options.out, "Files such as 'frame.####.png'")->capture_default_str();
    app.add_option("--frames", options.frames, "Frames A-B (default: all that are cached)");
    app.add_option("--size", options.size, "Width x height in pixels")->capture_default_str();
    app.add_option("--colour-by,--color-by", options.colours.attribute,
                   "Attribute of the particles, '' for white (of a vector its length)")
        ->capture_default_str();
    app.add_option("--colour-map,--color-map", options.colours.map,
                   fmt::format("Colours: {}", fmt::join(colourMaps(), ", ")))
        ->capture_default_str();
    app.add_option("--range", options.range,
                   "Values of the first and the last colour: A,B (default: of the first frame)");
}

void parseSize(const std::string& text, RenderOptions& options)
{
    const std::size_t cross = text.find('x');
    const auto read = [&](std::size_t begin, std::size_t end, int& value) {
        const auto [stop, status] = std::from_chars(text.data() + begin, text.data() + end, value);
        return status == std::errc() && stop == text.data() + end && value >= 16 && value <= 16384;
    };
    if (cross == std::string::npos || !read(0, cross, options.width) || !read(cross + 1, text.size(), options.height))
        fail(ErrorKind::Usage, "--size: '{}' is not a size such as 1920x1080, of 16 to 16384 pixels", text);
}

void parseRange(const std::string& text, Colouring& colours)
{
    if (text.empty())
        return;
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos)
        fail(ErrorKind::Usage, "--range: '{}' is not a range such as 300,500", text);
    colours.minimum = parseQuantity(text.substr(0, comma), Unit::None);
    colours.maximum = parseQuantity(text.substr(comma + 1), Unit::None);
    if (colours.minimum >= colours.maximum)
        fail(ErrorKind::Usage, "--range: '{}' ends before it begins", text);
}

int render(RenderOptions options)
{
    parseSize(options.size, options);
    parseRange(options.range, options.colours);
    chooseName("--colour-map", options.colours.map, colourMaps());
    SceneInput input(options.scene, printMessage);
    input.requireUsable();
    const std::vector<std::string> solvers = input.solvers(splitNames(options.node));
    if (solvers.size() > 1)
        fail(ErrorKind::Usage, "the scene has several solvers; choose one of them with --node: {}",
             fmt::join(solvers, ", "));
    const std::shared_ptr<const Scene> scene = input.simulation(solvers.front());
    FileLayer files;
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    const std::vector<std::int64_t> frames = cachedFrames(cache, input, options.frames);
    const FrameNames names(options.out, ".png", static_cast<std::int64_t>(frames.size()));

    files.createFolder(names.folder());
    const OffscreenContext context;
    View view;
    view.window().begin();
    view.resize(options.width, options.height);
    std::vector<MeshItem> meshes;
    for (const Boundary& boundary : scene->boundaries)
        meshes.push_back({.name = boundary.name, .mesh = boundary.mesh});
    view.meshes().show(meshes);
    view.particles().setColouring(options.colours);
    // All that happens between the first and the last cached frame is in the picture.
    const std::shared_ptr<const Frame> first = cache.readFrame(cache.frames().begin()->first);
    if (!options.colours.attribute.empty())
        scalarsOf(*first, options.colours.attribute); // refuses what there is not
    Bounds bounds = boundsOf(*first);
    bounds.add(boundsOf(*cache.readFrame(cache.frames().rbegin()->first)));
    view.particles().show(first);
    view.fit(bounds);
    for (const std::int64_t frame : frames) {
        view.particles().show(cache.readFrame(frame));
        view.writePng(names.of(frame));
        fmt::print("{}\n", utf8Of(names.of(frame)));
    }
    return 0;
}

int run(int argc, char** argv)
{
    CLI::App app("Draws cached frames as PNG pictures, without a display.", "sastrugi render");
    app.set_version_flag("--version", "sastrugi-render " SASTRUGI_VERSION, "Print the version and leave");
    RenderOptions options;
    declare(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        return sayError("sastrugi-render", usageSentence(app, error, argc, argv), ErrorKind::Usage);
    }
    return render(options);
}

} // namespace

int main(int argc, char** argv)
{
    return reportErrors("sastrugi-render", [&] { return run(argc, argv); });
}
