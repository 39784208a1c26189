#include "engine/surface/smoothMesh.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

// Waves longer than one over the root of 1 / forward - 1 / back neighbours stay as they are.
constexpr double forward = 0.5, back = 0.53;

/// The neighbours of each point, one after the other. Every one of them is the end of one directed side of a triangle
/// that begins there.
struct Neighbours {
    std::vector<std::uint32_t> firsts, points;

    explicit Neighbours(const TriangleMesh& mesh) : firsts(mesh.points.size() + 2, 0), points(3 * mesh.triangles.size())
    {
        for (const auto& triangle : mesh.triangles)
            for (const std::uint32_t point : triangle)
                ++firsts[point + 2];
        for (std::size_t i = 2; i < firsts.size(); ++i)
            firsts[i] += firsts[i - 1];
        for (const auto& triangle : mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k)
                points[firsts[triangle[k] + 1]++] = triangle[(k + 1) % 3];
    }
};

void move(const std::vector<Vector3>& from, const Neighbours& neighbours, double share, std::vector<Vector3>& to)
{
    parallelFor(from.size(), [&](std::size_t i) {
        Vector3 sum(0, 0, 0);
        for (std::uint32_t k = neighbours.firsts[i]; k < neighbours.firsts[i + 1]; ++k)
            sum += from[neighbours.points[k]] - from[i];
        to[i] = from[i] + share / (neighbours.firsts[i + 1] - neighbours.firsts[i]) * sum;
    });
}

/// Pieces of a few points are all wave to the smoothing, which makes them smaller: grains that lie alone.
constexpr std::uint32_t smallPiece = 200;

/// The pieces that hang together, by the point with the lowest number in each.
std::vector<std::uint32_t> piecesOf(const TriangleMesh& mesh)
{
    std::vector<std::uint32_t> piece(mesh.points.size());
    for (std::uint32_t i = 0; i < piece.size(); ++i)
        piece[i] = i;
    const auto rootOf = [&](std::uint32_t i) {
        while (piece[i] != i)
            i = piece[i] = piece[piece[i]];
        return i;
    };
    for (const auto& [a, b, c] : mesh.triangles)
        for (const std::uint32_t other : {b, c}) {
            const std::uint32_t one = rootOf(a), two = rootOf(other);
            piece[std::max(one, two)] = std::min(one, two);
        }
    for (std::uint32_t i = 0; i < piece.size(); ++i)
        piece[i] = rootOf(i);
    return piece;
}

/// What a piece encloses, and where its middle is; by the first of its points.
struct Piece {
    Vector3 sum = Vector3::Zero();
    double volume = 0;
    std::uint32_t points = 0;

    Vector3 middle() const { return sum / points; }
};

std::vector<Piece> measure(const TriangleMesh& mesh, const std::vector<std::uint32_t>& pieces)
{
    std::vector<Piece> measured(mesh.points.size());
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        measured[pieces[i]].sum += mesh.points[i];
        ++measured[pieces[i]].points;
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        Piece& piece = measured[pieces[a]];
        const Vector3 middle = piece.middle();
        piece.volume += (mesh.points[a] - middle).dot((mesh.points[b] - middle).cross(mesh.points[c] - middle)) / 6;
    }
    return measured;
}

/// Gives small pieces the volumes back that they had.
void restoreSmallPieces(TriangleMesh& mesh, const std::vector<std::uint32_t>& pieces, const std::vector<Piece>& before)
{
    const std::vector<Piece> now = measure(mesh, pieces);
    parallelFor(mesh.points.size(), [&](std::size_t i) {
        const Piece& was = before[pieces[i]];
        const Piece& is = now[pieces[i]];
        if (was.points > smallPiece || !(was.volume / is.volume > 0))
            return;
        mesh.points[i] = is.middle() + std::cbrt(was.volume / is.volume) * (mesh.points[i] - is.middle());
    });
}

} // namespace

void smoothMesh(TriangleMesh& mesh, std::int64_t steps, const std::stop_token& stop)
{
    if (steps == 0 || mesh.points.empty())
        return;
    const Neighbours neighbours(mesh);
    const std::vector<std::uint32_t> pieces = piecesOf(mesh);
    const std::vector<Piece> before = measure(mesh, pieces);
    std::vector<Vector3> moved(mesh.points.size());
    for (std::int64_t step = 0; step < steps; ++step) {
        throwIfStopped(stop);
        move(mesh.points, neighbours, forward, moved);
        move(moved, neighbours, -back, mesh.points);
    }
    restoreSmallPieces(mesh, pieces, before);
}

} // namespace sastrugi
