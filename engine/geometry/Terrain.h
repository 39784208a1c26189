// Ground as a mesh, from heights on a lattice: those of a picture, or of a noise.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"

#include <vector>

namespace sastrugi
{

/// Heights row by row: x rises along a row, y from row to row.
struct HeightField {
    std::size_t columns = 0, rows = 0;
    std::vector<double> heights;

    double at(std::size_t column, std::size_t row) const { return heights[row * columns + column]; }
};

/// A sum of noises, each with features of half the size of those before.
struct FractalNoise {
    double noiseScale = 4;
    std::int64_t octaves = 6;
    double roughness = 0.5;
    bool ridged = false;
    std::int64_t seed = 0;
};

inline auto parameters(Tag<FractalNoise>)
{
    using P = FractalNoise;
    return std::tuple{
        number(&P::noiseScale, "noiseScale", Unit::Metre, 1e-4, 1e6, "Size of the largest features of the noise."),
        integer(&P::octaves, "octaves", 1, 16, "How many sizes of features there are, each half of the one before."),
        number(&P::roughness, "roughness", Unit::None, 0, 1, "Height of each size as a share of the size before."),
        toggle(&P::ridged, "ridged",
               "Whether the noise has crests, as mountains and dunes have, instead of rounded hills."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives another ground."),
    };
}

/// How a terrain lies in the scene.
struct TerrainShape {
    double sizeX = 10, sizeY = 10;    // m
    Vector3 centre = Vector3::Zero(); // of the rectangle; heights count from its z
    double baseThickness = 0;         // below the lowest point; 0: an open sheet. Metres
};

/// More points than that are refused.
constexpr std::size_t mostTerrainPoints = 16'000'000;

/// In (0, 1), of a rectangle around the origin, whose columns and rows are that many.
HeightField noiseHeights(const FractalNoise& noise, double sizeX, double sizeY, std::size_t columns, std::size_t rows);

/// On another lattice over the same rectangle: bilinear where that is finer, means where it is coarser.
HeightField resampled(const HeightField& field, std::size_t columns, std::size_t rows);

/// Two triangles for each cell, facing up; with a base a closed solid, with walls and a level bottom. Heights are in
/// metres. Throws Error(Scene) when there are fewer than two columns or rows, or a height is not finite.
TriangleMesh makeTerrain(const HeightField& field, const TerrainShape& shape);

} // namespace sastrugi
