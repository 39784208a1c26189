// Ground from heights, of a picture or of noise.
#include "engine/geometry/Terrain.h"
#include "engine/io/HeightFile.h"
#include "nodes/types/NodeTypes.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

enum class HeightSource { Noise, Picture };
enum class PictureValues { Type, Picture, Metres };

struct TerrainParameters : FractalNoise {
    HeightSource source = HeightSource::Noise;
    FilePath file;
    PictureValues values = PictureValues::Type;
    double sizeX = 10;
    double sizeY = 0;
    Vector3 centre = {0, 0, 0};
    double lowest = 0;
    double highest = 2;
    double pointDistance = 0;
    double baseThickness = 0;
};

auto parameters(Tag<TerrainParameters>)
{
    using P = TerrainParameters;
    return std::tuple_cat(
        std::tuple{
            choice(&P::source, "source",
                   {{"noise", HeightSource::Noise, "A sum of noises."},
                    {"picture", HeightSource::Picture, "The brightness of a picture, or what else it holds."}},
                   "Where the heights come from."),
            path(&P::file, "file",
                 "The picture: PNG of 8 or 16 bits, TIFF of those or of floating point; its top is at the largest y, "
                 "and of colours the first is taken; relative to the scene file."),
            choice(&P::values, "values",
                   {{"type", PictureValues::Type, "Black is the lowest, the brightest white there can be the highest."},
                    {"picture", PictureValues::Picture,
                     "The darkest point there is has the lowest, the brightest the highest."},
                    {"metres", PictureValues::Metres, "They are heights in metres, as in models of elevation."}},
                   "What the values of a picture mean."),
            number(&P::sizeX, "sizeX", Unit::Metre, 1e-3, 1e6, "Length along x."),
            zeroMeans("as the picture",
                      number(&P::sizeY, "sizeY", Unit::Metre, 0, 1e6,
                             "Length along y; 0 keeps the proportions of the picture, and makes noise a square.")),
            vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6,
                   "The middle of the rectangle; heights are above its z."),
            number(&P::lowest, "lowest", Unit::Metre, -1e5, 1e5,
                   "Height of the darkest; noise stays above it, and rarely comes near."),
            number(&P::highest, "highest", Unit::Metre, -1e5, 1e5, "Height of the brightest; noise stays below it."),
            zeroMeans("automatic", number(&P::pointDistance, "pointDistance", Unit::Metre, 0, 1e5,
                                          "Distance of the points of the mesh; 0 takes every point of a picture, and a "
                                          "128th of the longer edge for noise.")),
            zeroMeans("open", number(&P::baseThickness, "baseThickness", Unit::Metre, 0, 1e5,
                                     "With a base the mesh is closed: it reaches so far below its lowest point; 0 "
                                     "leaves an open sheet.")),
        },
        parameters(Tag<FractalNoise>{}));
}

/// Shares from 0 to 1, or metres.
HeightField pictureHeights(const TerrainParameters& terrain, const Inputs& inputs)
{
    if (terrain.file.text.empty())
        fail(ErrorKind::Scene, "parameter 'file' names no file; expected is a picture such as 'hills.png'");
    HeightPicture picture = readHeightPicture(inputs.resolve(terrain.file), inputs.stop);
    std::vector<double>& heights = picture.field.heights;
    const auto [least, most] = std::minmax_element(heights.begin(), heights.end());
    const double low = *least, high = *most;
    inputs.log(
        {LogLevel::Info, inputs.node, "terrain.picture",
         fmt::format("{} x {} values from {} to {}{}", picture.field.columns, picture.field.rows, low, high,
                     picture.channels > 1 ? fmt::format(", of the first of {} channels", picture.channels) : "")});
    if (terrain.values == PictureValues::Metres)
        return std::move(picture.field);
    const bool isWhole = terrain.values == PictureValues::Type;
    if (isWhole && (low < 0 || high > picture.white))
        fail(ErrorKind::Scene,
             "'{}' has values from {} to {}, which are no brightness from 0 to {}: choose 'picture' or 'metres' for "
             "'values'",
             terrain.file.text, low, high, picture.white);
    const double black = isWhole ? 0 : low, white = isWhole ? picture.white : high;
    for (double& height : heights)
        height = white > black ? (height - black) / (white - black) : 0;
    return std::move(picture.field);
}

/// Points along an edge.
std::size_t pointsAlong(double length, double distance)
{
    const double parts = std::max(1.0, std::round(length / distance));
    return static_cast<std::size_t>(std::min(parts, 1e9)) + 1; // too many are refused by name
}

Outputs terrainMesh(const TerrainParameters& terrain, const Inputs& inputs)
{
    TerrainShape shape{terrain.sizeX, terrain.sizeY, terrain.centre, terrain.baseThickness};
    HeightField field;
    if (terrain.source == HeightSource::Picture) {
        field = pictureHeights(terrain, inputs);
        if (shape.sizeY == 0)
            shape.sizeY = shape.sizeX * static_cast<double>(field.rows - 1) / static_cast<double>(field.columns - 1);
        if (terrain.pointDistance > 0)
            field = resampled(field, pointsAlong(shape.sizeX, terrain.pointDistance),
                              pointsAlong(shape.sizeY, terrain.pointDistance));
    } else {
        if (shape.sizeY == 0)
            shape.sizeY = shape.sizeX;
        const double distance =
            terrain.pointDistance > 0 ? terrain.pointDistance : std::max(shape.sizeX, shape.sizeY) / 128;
        field = noiseHeights(terrain, shape.sizeX, shape.sizeY, pointsAlong(shape.sizeX, distance),
                             pointsAlong(shape.sizeY, distance));
    }
    if (terrain.source == HeightSource::Noise || terrain.values != PictureValues::Metres)
        for (double& height : field.heights)
            height = terrain.lowest + (terrain.highest - terrain.lowest) * height;
    return {std::make_shared<const TriangleMesh>(makeTerrain(field, shape))};
}

} // namespace

NodeType terrainNode()
{
    return NodeType::define<TerrainParameters>({
        .name = "geometry.terrain",
        .title = "Terrain",
        .category = "Geometry",
        .doc = "Ground with hills, from a picture of heights or from noise: an open sheet, or closed with a base.",
        .outputs = {{"mesh", PortType::Mesh, "The ground, facing up."}},
        .readsFiles = true,
        .check =
            [](const TerrainParameters& terrain) {
                if (terrain.highest < terrain.lowest)
                    fail(ErrorKind::Scene, "parameter 'highest' is {} m, below 'lowest', which is {} m",
                         terrain.highest, terrain.lowest);
            },
        .evaluate = terrainMesh,
    });
}

} // namespace sastrugi
