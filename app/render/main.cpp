// The program `sastrugi-render`: pictures of cached frames, without a display. `sastrugi render` starts it.
#include "app/cli/SceneFiles.h"
#include "app/cli/Signals.h"
#include "app/cli/cachedFrames.h"
#include "app/cli/nodeTypeNames.h"
#include "app/cli/reportErrors.h"
#include "app/cli/unknownName.h"
#include "app/render/OffscreenContext.h"
#include "app/render/PictureWriter.h"
#include "app/render/View.h"
#include "app/render/scalars.h"
#include "app/render/screenColour.h"
#include "engine/fineScale/FineScaleSeries.h"
#include "engine/simulation/BoundaryInFrame.h"
#include "engine/surface/particleSurface.h"
#include "nodes/types/MovieNode.h"

#include <CLI/CLI.hpp>

#include <charconv>

using namespace sastrugi;

namespace
{

/// As typed; what is not given is left to the Movie node, or to its defaults.
struct RenderOptions {
    SceneArguments scene;
    std::string node, frames;
    std::optional<std::string> out, size, range, colourBy, colourMap, eye, target;
    bool isOrthographic = false;
};

void declare(CLI::App& app, RenderOptions& options)
{
    declareScene(app, options.scene);
    app.add_option(
        "--node", options.node,
        "A Movie, Surface, Fine-Scale Particles or solver node (default: the scene's only solver; a Surface or fine "
        "particles with an open eye are drawn instead of the particles)");
    app.add_option("--out", options.out,
                   "Files such as 'frame.####.png', or a film such as 'film.mp4', which needs ffmpeg (default: what "
                   "the Movie node says, or frame.####.png)");
    app.add_option("--frames", options.frames, "Frames A-B (default: all that are cached)");
    app.add_option("--size", options.size, "Width x height in pixels");
    app.add_option("--colour-by,--color-by", options.colourBy,
                   "Attribute of the particles or of their surface, '' for white (of a vector its length)");
    app.add_option("--colour-map,--color-map", options.colourMap, "Colours: ice, viridis, inferno, diverging or grey");
    app.add_option("--range", options.range,
                   "Values of the first and the last colour: A,B (default: of the first frame that is drawn)");
    app.add_option(
        "--eye", options.eye,
        "Where the camera stands: X,Y,Z (default: where it sees all of the first and of the last cached frame)");
    app.add_option("--target", options.target, "What it looks at: X,Y,Z");
    app.add_flag("--orthographic", options.isOrthographic, "Without perspective");
}

void parseSize(const std::string& text, MovieParameters& movie)
{
    const std::size_t cross = text.find('x');
    const auto read = [&](std::size_t begin, std::size_t end, std::int64_t& value) {
        const auto [stop, status] = std::from_chars(text.data() + begin, text.data() + end, value);
        return status == std::errc() && stop == text.data() + end && value >= 16 && value <= 16384;
    };
    if (cross == std::string::npos || !read(0, cross, movie.width) || !read(cross + 1, text.size(), movie.height))
        fail(ErrorKind::Usage, "--size: '{}' is not a size such as 1920x1080, of 16 to 16384 pixels", text);
}

void parseRange(const std::string& text, MovieParameters& movie)
{
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos)
        fail(ErrorKind::Usage, "--range: '{}' is not a range such as 300,500", text);
    movie.rangeStart = parseQuantity(text.substr(0, comma), Unit::None);
    movie.rangeEnd = parseQuantity(text.substr(comma + 1), Unit::None);
    if (movie.rangeStart >= movie.rangeEnd)
        fail(ErrorKind::Usage, "--range: '{}' ends before it begins", text);
}

/// Of the parameter with this key, as it is typed for a node.
template <class T>
T parsed(const MovieParameters& movie, std::string_view key, const char* option, const std::string& text)
{
    T value{};
    forEachParameter(movie, [&](const ParameterInfo& info, const auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, T>)
            if (info.key == key) {
                try {
                    const ParameterValue typed = parseParameter(info, text);
                    checkParameter(info, typed);
                    fromParameterValue(info, typed, value);
                } catch (const Error& error) {
                    fail(ErrorKind::Usage, "{}: {}", option, error.what());
                }
            }
    });
    return value;
}

void apply(const RenderOptions& options, MovieParameters& movie)
{
    if (options.size)
        parseSize(*options.size, movie);
    if (options.range)
        parseRange(*options.range, movie);
    if (options.colourBy)
        movie.colourBy.text = *options.colourBy;
    if (options.colourMap)
        movie.colourMap = parsed<MovieColourMap>(movie, "colourMap", "--colour-map", *options.colourMap);
    if (options.eye.has_value() != options.target.has_value())
        fail(ErrorKind::Usage, "--eye and --target go together");
    if (options.eye) {
        movie.camera = MovieCamera::Placed;
        movie.eye = parsed<Vector3>(movie, "eye", "--eye", *options.eye);
        movie.target = parsed<Vector3>(movie, "target", "--target", *options.target);
        if (movie.looksNowhere())
            fail(ErrorKind::Usage, "--eye and --target are the same point: the camera looks nowhere");
    }
}

/// What is drawn, of which solver, and to which files.
struct Target {
    std::string solver, pattern;
    MovieParameters movie;
    std::optional<MovingCamera> camera;        // instead of the movie's own
    bool isColourChosen = false;               // by the user, who is told where there is no such attribute
    std::optional<SurfaceParameters> surface;  // is drawn instead of the particles
    std::shared_ptr<const FineParticles> fine; // the same; null: none
};

std::string simulationInto(const SceneInput& input, const Node& node)
{
    const auto links = input.graph().sourcesInto(node.name, "simulation");
    if (links.empty())
        fail(ErrorKind::Scene, "{}: nothing is linked to the input 'simulation'", input.graph().label(node));
    return links.front().fromNode;
}

/// What the node makes of the solver's frames.
void take(SceneInput& input, const Node& node, Target& target)
{
    if (node.type == surfaceType)
        target.surface = typedValues<SurfaceParameters>(node.values);
    else if (node.type == fineType)
        target.fine = std::get<std::shared_ptr<const FineParticles>>(input.evaluate(node.name).front());
}

/// Of the first node with an open eye that makes something of the solver's frames.
void takeShown(SceneInput& input, Target& target)
{
    for (const Node& node : input.graph().nodes())
        if ((node.type == surfaceType || node.type == fineType) && node.isShown &&
            simulationInto(input, node) == target.solver)
            return take(input, node, target);
}

Target targetOf(SceneInput& input, const RenderOptions& options)
{
    Target target;
    target.movie.width = 960;
    target.movie.height = 540;
    target.pattern = "frame.####.png";
    if (options.node.empty()) {
        const std::vector<std::string> solvers = input.solvers({});
        if (solvers.size() > 1)
            fail(ErrorKind::Usage, "the scene has several solvers; choose one of them with --node: {}",
                 fmt::join(solvers, ", "));
        target.solver = solvers.front();
    } else {
        const Node& node =
            input.nodeToWrite(options.node, "solver, Movie, Surface or Fine-Scale Particles", [](const NodeType& type) {
                return type.name == "output.movie" || type.name == surfaceType || type.name == fineType;
            });
        target.solver = node.name;
        if (node.type == surfaceType || node.type == fineType) {
            target.solver = simulationInto(input, node);
            take(input, node, target);
        } else if (node.type == "output.movie") {
            target.solver = simulationInto(input, node);
            target.movie = typedValues<MovieParameters>(node.values);
            for (const Link& link : input.graph().sourcesInto(node.name, "camera"))
                target.camera = *std::get<std::shared_ptr<const MovingCamera>>(input.evaluate(link.fromNode).front());
            target.isColourChosen = true;
            target.pattern = utf8Of(resolvePath(input.directory(), target.movie.file));
        }
    }
    if (!target.surface && !target.fine)
        takeShown(input, target);
    if (options.eye)
        target.camera.reset();
    apply(options, target.movie);
    if (options.isOrthographic)
        (target.camera ? target.camera->placing : target.movie).projection = Projection::Orthographic;
    target.isColourChosen = target.isColourChosen || options.colourBy;
    target.pattern = options.out.value_or(target.pattern);
    return target;
}

/// Refuses an attribute that particles like those of `frame` do not have; without one that was chosen, all is white.
void settleColours(Target& target, const Frame& frame)
{
    std::string& attribute = target.movie.colourBy.text;
    if (!target.isColourChosen && !frame.particles.find(attribute))
        attribute.clear();
    if (!attribute.empty())
        scalarsOf(frame.particles, attribute);
    const AttributeArray* array = frame.particles.find(attribute);
    if (target.surface && array && array->type != ElementType::Float32)
        fail(
            ErrorKind::Usage,
            "--colour-by: '{}' counts particles and has no values between them, so that a surface cannot show it; draw "
            "the particles with --node, or choose another attribute",
            attribute);
    if (target.surface) // no others are seen
        target.surface->attributes.text = attribute.empty() ? "none" : attribute;
}

Colouring colouringOf(const MovieParameters& movie)
{
    Colouring colours{.attribute = movie.colourBy.text, .minimum = movie.rangeStart, .maximum = movie.rangeEnd};
    forEachParameter(movie, [&](const ParameterInfo& info, const auto& member) {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, MovieColourMap>)
            colours.map = std::get<ChoiceName>(toParameterValue(info, member)).text;
    });
    return colours;
}

void setUp(View& view, const MovieParameters& movie)
{
    view.window().begin();
    view.resize(static_cast<int>(movie.width), static_cast<int>(movie.height));
    ViewLook look{.low = toScreenColour(movie.backgroundLow), .high = toScreenColour(movie.backgroundHigh)};
    look.hasGround = movie.hasGround;
    look.hasScalarBar = movie.hasScalarBar;
    // Words and the bar keep their share of the picture.
    look.scale = std::max(1.0, static_cast<double>(movie.height) / 720);
    const double lightness = 0.5 * (look.low.green + look.high.green); // dark words on light backgrounds
    if (lightness > 0.5) {
        look.words = {0.08, 0.09, 0.11};
        look.grid = {0.62, 0.65, 0.69};
    }
    view.setLook(look);
    view.setColouring(colouringOf(movie));
}

/// Where they are in the frame.
std::vector<MeshItem> meshesOf(const Scene& scene, const Frame& frame)
{
    std::vector<MeshItem> meshes;
    for (const Boundary& each : scene.boundaries) {
        const Boundary boundary = asIn(each, frame);
        if (boundary.deformation)
            meshes.push_back({.name = boundary.name, .mesh = meshAt(boundary, frame.time)});
        else
            meshes.push_back(
                {.name = boundary.name, .mesh = boundary.mesh, .pose = boundary.motion.poseAt(frame.time)});
    }
    return meshes;
}

MeshItem surfaceOf(const Frame& frame, const SurfaceParameters& parameters, const std::stop_token& stop)
{
    const auto surface = std::make_shared<const AttributedMesh>(particleSurface(frame, parameters, stop));
    return {.name = "surface",
            .mesh = {surface, &surface->mesh},
            .colour = snowColour,
            .isSmooth = true,
            .attributes = {surface, &surface->attributes}};
}

/// For a picture at `time`, seconds; what happens at any time is within `seen`.
void aim(View& view, const Target& target, double time, const Bounds& seen)
{
    const bool isPlaced = target.camera || target.movie.camera == MovieCamera::Placed;
    const CameraPlacing placing = target.camera ? target.camera->at(time) : static_cast<CameraPlacing>(target.movie);
    Camera camera = view.camera();
    const Camera before = camera;
    camera.place(placing);
    if (!isPlaced) { // from the usual side
        camera.azimuth = before.azimuth;
        camera.elevation = before.elevation;
    }
    view.setCamera(camera);
    if (!isPlaced)
        view.fit(seen);
}

int render(const RenderOptions& options)
{
    SceneInput input(options.scene, printMessage);
    input.requireUsable();
    Target target = targetOf(input, options);
    const MovieParameters& movie = target.movie;
    const std::shared_ptr<const Scene> scene = input.simulation(target.solver);
    FileLayer files;
    Cache cache(files, input.cacheBase(), *scene, Cache::Access::Read, printMessage);
    const std::vector<std::int64_t> frames = cachedFrames(cache, input, options.frames);
    const auto writer =
        makePictureWriter(target.pattern, static_cast<std::int64_t>(frames.size()), scene->settings.framesPerSecond);

    const SceneFiles inputs(input);
    for (const std::int64_t frame : frames)
        inputs.refuse(writer->pathOf(frame));

    const std::shared_ptr<const Frame> firstDrawn = cache.readFrame(frames.front());
    settleColours(target, *firstDrawn);

    const OffscreenContext context;
    View view;
    setUp(view, movie);
    // What is there in the first and in the last cached frame is in the picture, so that parts of a film that are drawn
    // apart fit together.
    Bounds bounds = boundsOf(*cache.readFrame(cache.frames().begin()->first));
    bounds.add(boundsOf(*cache.readFrame(cache.frames().rbegin()->first)));
    if (!target.fine)
        view.particles().show(firstDrawn); // decides on the range of the colours, of a surface as well
    if (target.surface)
        view.particles().show(nullptr);
    std::optional<FineScaleSeries> fine;
    if (target.fine)
        fine.emplace(*target.fine, cache);
    Signals signals;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (signals.stop().stop_requested())
            fail(ErrorKind::Interrupted, "stopped before frame {}", frames[i]);
        if (signals.pauseRequest())
            signals.stopUntilContinued();
        const std::shared_ptr<const Frame> frame = cache.readFrame(frames[i]);
        aim(view, target, frame->time, bounds);
        std::vector<MeshItem> meshes;
        if (movie.hasMeshes)
            meshes = meshesOf(*scene, *frame);
        if (target.surface)
            meshes.push_back(surfaceOf(*frame, *target.surface, signals.stop()));
        else
            view.particles().show(fine ? fine->at(frames[i], signals.stop()) : frame);
        view.meshes().show(meshes);
        const std::filesystem::path file = writer->write(frames[i], view.picture());
        fmt::print("{}\n",
                   file.empty() ? fmt::format("frame {}, {} of {}", frames[i], i + 1, frames.size()) : utf8Of(file));
        std::fflush(stdout); // whoever started it follows
    }
    if (const std::filesystem::path film = writer->finish(); !film.empty())
        fmt::print("{}\n", utf8Of(film));
    return 0;
}

int run(int argc, char** argv)
{
    CLI::App app("Draws cached frames as PNG pictures or as a film, without a display.", "sastrugi render");
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
