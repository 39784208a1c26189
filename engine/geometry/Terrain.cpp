#include "engine/geometry/Terrain.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/math/ValueNoise.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Of lattice points `index` of `count` over the same length, in the points of the field.
double placeOf(std::size_t index, std::size_t count, std::size_t fieldCount)
{
    return static_cast<double>(index) * static_cast<double>(fieldCount - 1) / static_cast<double>(count - 1);
}

double bilinear(const HeightField& field, double x, double y)
{
    const auto split = [](double place, std::size_t count) {
        // Beyond the rim it is mirrored, so that means at the rim are of what is within.
        const double most = static_cast<double>(count - 1);
        const double inside = std::clamp(place > most ? 2 * most - place : std::abs(place), 0.0, most);
        const auto cell = std::min(static_cast<std::size_t>(inside), count - 2);
        return std::pair(cell, inside - static_cast<double>(cell));
    };
    const auto [i, u] = split(x, field.columns);
    const auto [j, v] = split(y, field.rows);
    return (1 - v) * ((1 - u) * field.at(i, j) + u * field.at(i + 1, j)) +
           v * ((1 - u) * field.at(i, j + 1) + u * field.at(i + 1, j + 1));
}

void requireLattice(std::size_t columns, std::size_t rows)
{
    if (columns < 2 || rows < 2)
        fail(ErrorKind::Scene, "a terrain of {} x {} heights is none: two in each direction are the least", columns,
             rows);
    if (columns > mostTerrainPoints || rows > mostTerrainPoints / columns)
        fail(ErrorKind::Scene, "a terrain of {} x {} points is too fine: {} in all are the most", columns, rows,
             mostTerrainPoints);
}

} // namespace

HeightField noiseHeights(const FractalNoise& noise, double sizeX, double sizeY, std::size_t columns, std::size_t rows)
{
    requireLattice(columns, rows);
    HeightField field{columns, rows, std::vector<double>(columns * rows)};
    double whole = 0;
    for (std::int64_t k = 0; k < noise.octaves; ++k)
        whole += std::pow(noise.roughness, static_cast<double>(k));
    parallelFor(field.heights.size(), [&](std::size_t n) {
        const double x = sizeX * (static_cast<double>(n % columns) / static_cast<double>(columns - 1) - 0.5);
        const double y = sizeY * (static_cast<double>(n / columns) / static_cast<double>(rows - 1) - 0.5);
        double sum = 0, amplitude = 1, frequency = 1 / noise.noiseScale;
        for (std::int64_t k = 0; k < noise.octaves; ++k) {
            // Off each other, so that not all sizes have a corner of their cells at the origin.
            const double shift = 0.37 * static_cast<double>(k);
            const double value = valueNoise({x * frequency + shift, y * frequency + shift, 0}, noise.seed,
                                            static_cast<std::uint32_t>(1 + k), RandomPurpose::Noise);
            sum += amplitude * (noise.ridged ? 1 - 2 * std::abs(value) : value);
            amplitude *= noise.roughness;
            frequency *= 2;
        }
        field.heights[n] = 0.5 + 0.5 * sum / whole;
    });
    return field;
}

HeightField resampled(const HeightField& field, std::size_t columns, std::size_t rows)
{
    requireLattice(field.columns, field.rows);
    requireLattice(columns, rows);
    if (columns == field.columns && rows == field.rows)
        return field;
    HeightField result{columns, rows, std::vector<double>(columns * rows)};
    // Where a cell holds several heights, as many samples of it in each direction.
    const auto samplesOf = [](std::size_t count, std::size_t fieldCount) {
        return (fieldCount - 1 + count - 2) / (count - 1);
    };
    const std::size_t across = samplesOf(columns, field.columns), along = samplesOf(rows, field.rows);
    parallelFor(result.heights.size(), [&](std::size_t n) {
        const std::size_t i = n % columns, j = n / columns;
        double sum = 0;
        for (std::size_t b = 0; b < along; ++b)
            for (std::size_t a = 0; a < across; ++a) {
                const auto offset = [](std::size_t k, std::size_t count, double cell) {
                    return ((static_cast<double>(k) + 0.5) / static_cast<double>(count) - 0.5) * cell;
                };
                sum += bilinear(
                    field, placeOf(i, columns, field.columns) + offset(a, across, placeOf(1, columns, field.columns)),
                    placeOf(j, rows, field.rows) + offset(b, along, placeOf(1, rows, field.rows)));
            }
        result.heights[n] = sum / static_cast<double>(across * along);
    });
    return result;
}

TriangleMesh makeTerrain(const HeightField& field, const TerrainShape& shape)
{
    requireLattice(field.columns, field.rows);
    const auto columns = static_cast<std::uint32_t>(field.columns), rows = static_cast<std::uint32_t>(field.rows);
    TriangleMesh mesh;
    double lowest = field.heights[0];
    for (std::uint32_t j = 0; j < rows; ++j)
        for (std::uint32_t i = 0; i < columns; ++i) {
            const double height = field.at(i, j);
            if (!std::isfinite(height))
                fail(ErrorKind::Scene, "the height of a terrain in column {} and row {} is not finite", i, j);
            lowest = std::min(lowest, height);
            mesh.points.push_back(shape.centre + Vector3(shape.sizeX * (static_cast<double>(i) / (columns - 1) - 0.5),
                                                         shape.sizeY * (static_cast<double>(j) / (rows - 1) - 0.5),
                                                         height));
        }
    for (std::uint32_t j = 0; j + 1 < rows; ++j)
        for (std::uint32_t i = 0; i + 1 < columns; ++i) {
            const std::uint32_t a = j * columns + i, b = a + 1, d = a + columns, c = d + 1;
            // The diagonal that is nearer to level, so that crests and valleys are not cut into teeth.
            if (std::abs(mesh.points[a].z() - mesh.points[c].z()) <= std::abs(mesh.points[b].z() - mesh.points[d].z()))
                mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
            else
                mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {b, c, d}});
        }
    if (shape.baseThickness <= 0)
        return mesh;
    std::vector<std::uint32_t> rim; // anticlockwise seen from above
    for (std::uint32_t i = 0; i + 1 < columns; ++i)
        rim.push_back(i);
    for (std::uint32_t j = 0; j + 1 < rows; ++j)
        rim.push_back(j * columns + columns - 1);
    for (std::uint32_t i = columns - 1; i > 0; --i)
        rim.push_back((rows - 1) * columns + i);
    for (std::uint32_t j = rows - 1; j > 0; --j)
        rim.push_back(j * columns);
    const double bottom = shape.centre.z() + lowest - shape.baseThickness;
    const auto first = static_cast<std::uint32_t>(mesh.points.size()), count = static_cast<std::uint32_t>(rim.size());
    for (const std::uint32_t point : rim)
        mesh.points.emplace_back(mesh.points[point].x(), mesh.points[point].y(), bottom);
    mesh.points.emplace_back(shape.centre.x(), shape.centre.y(), bottom);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t next = (k + 1) % count, a = first + k, b = first + next;
        mesh.triangles.insert(mesh.triangles.end(), {{rim[k], a, b}, {rim[k], b, rim[next]}, {first + count, b, a}});
    }
    return mesh;
}

} // namespace sastrugi
