#include "engine/surface/SurfaceBlocks.h"

#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"
#include "engine/particles/CellRows.h"
#include "engine/surface/CubeTable.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr int cells = static_cast<int>(blockCells);
/// Points keep so far from the ends of their edges: those around a node stay apart, in single precision as well.
constexpr float leastShare = 1.0f / 64;

int floorDivide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// Inclusive, of the blocks with a node in [low, high]; empty where there is none.
struct BlockRange {
    int low, high;
};

BlockRange blocksAround(float centre, float reach)
{
    const int first = static_cast<int>(std::ceil(centre - reach)), last = static_cast<int>(std::floor(centre + reach));
    if (first > last)
        return {0, -1};
    return {floorDivide(first - 1, cells), floorDivide(last, cells)};
}

void sortUnique(std::vector<std::uint64_t>& keys)
{
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

struct LatticeEdge {
    static std::uint16_t of(std::size_t axis, std::size_t x, std::size_t y, std::size_t z)
    {
        return static_cast<std::uint16_t>(axis << 12 | z << 8 | y << 4 | x);
    }
};

/// What is added to the name of a cell's first edge along x for each of its edges.
std::array<std::uint16_t, edgesOfCube> edgeOffsets()
{
    std::array<std::uint16_t, edgesOfCube> offsets;
    for (std::size_t edge = 0; edge < edgesOfCube; ++edge) {
        const CubeEdge e = cubeEdge(edge);
        const auto bit = [&](int axis) { return static_cast<std::size_t>(e.first >> axis & 1); };
        offsets[edge] = LatticeEdge::of(static_cast<std::size_t>(e.axis), bit(0), bit(1), bit(2));
    }
    return offsets;
}

/// The field of one block, and its surface.
class BlockMesher
{
public:
    BlockMesher(const SurfaceParticles& particles, float threshold)
        : m_particles(particles), m_threshold(threshold), m_kernels(SASTRUGI_DISPATCH(activeIsa(), surfaceKernels)()),
          m_rows(particles.grid()), m_field(nodesOfBlock)
    {
    }

    BlockSurface mesh(std::uint64_t key)
    {
        fill(BlockKey::place(key));
        m_kernels.signs(m_field.data(), m_threshold, m_inside.data());
        std::uint16_t any = 0, all = 0xffff;
        for (const std::uint16_t row : m_inside) {
            any = static_cast<std::uint16_t>(any | row);
            all = static_cast<std::uint16_t>(all & row);
        }
        BlockSurface surface;
        if (any == 0 || all == 0xffff)
            return surface;
        findPoints(surface);
        findTriangles(surface);
        return surface;
    }

private:
    void fill(const std::array<int, 3>& place)
    {
        std::ranges::fill(m_field, 0.0f);
        float origin[3];
        CellBox3 box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int first = cells * place[axis];
            origin[axis] = static_cast<float>(first);
            const double reach = static_cast<double>(m_particles.reach());
            box.low[axis] = m_rows.cellOf(first - reach, static_cast<int>(axis));
            box.high[axis] = m_rows.cellOf(first + cells + reach, static_cast<int>(axis));
        }
        for (const CandidateRange& range : m_rows.in(box))
            m_kernels.splat(m_particles.splats().data() + range.begin, range.end - range.begin, origin, m_field.data());
    }

    unsigned inside(std::size_t y, std::size_t z) const { return m_inside[y + blockNodes * z]; }

    /// Points are found axis by axis, so that their edges ascend.
    void findPoints(BlockSurface& surface) const
    {
        constexpr unsigned owned = (1u << blockCells) - 1;
        constexpr std::size_t steps[3] = {1, blockNodes, blockNodes * blockNodes};
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t z = 0; z < blockCells; ++z)
                for (std::size_t y = 0; y < blockCells; ++y) {
                    const unsigned here = inside(y, z);
                    const unsigned there =
                        axis == 0 ? here >> 1 : inside(y + (axis == 1 ? 1 : 0), z + (axis == 2 ? 1 : 0));
                    for (unsigned left = (here ^ there) & owned; left != 0; left &= left - 1) {
                        const auto x = static_cast<std::size_t>(std::countr_zero(left));
                        const std::size_t node = x + blockNodes * (y + blockNodes * z);
                        const float a = m_field[node], b = m_field[node + steps[axis]];
                        std::array<float, 3> point = {static_cast<float>(x), static_cast<float>(y),
                                                      static_cast<float>(z)};
                        point[axis] += std::clamp((m_threshold - a) / (b - a), leastShare, 1 - leastShare);
                        surface.edges.push_back(LatticeEdge::of(axis, x, y, z));
                        surface.points.push_back(point);
                    }
                }
    }

    void findTriangles(BlockSurface& surface) const
    {
        static const std::array<std::uint16_t, edgesOfCube> offsets = edgeOffsets();
        const std::array<CubeCase, 256>& cases = cubeCases();
        constexpr unsigned owned = (1u << blockCells) - 1;
        for (std::size_t z = 0; z < blockCells; ++z)
            for (std::size_t y = 0; y < blockCells; ++y) {
                const unsigned rows[4] = {inside(y, z), inside(y + 1, z), inside(y, z + 1), inside(y + 1, z + 1)};
                const unsigned any = rows[0] | rows[1] | rows[2] | rows[3];
                const unsigned all = rows[0] & rows[1] & rows[2] & rows[3];
                for (unsigned left = (any | any >> 1) & ~(all & all >> 1) & owned; left != 0; left &= left - 1) {
                    const auto x = static_cast<std::size_t>(std::countr_zero(left));
                    unsigned corners = 0;
                    for (unsigned row = 0; row < 4; ++row)
                        corners |= (rows[row] >> x & 3) << 2 * row;
                    const CubeCase& cube = cases[corners];
                    const unsigned first = LatticeEdge::of(0, x, y, z);
                    for (std::size_t t = 0; t < cube.count; ++t) {
                        std::array<std::uint16_t, 3>& triangle = surface.triangles.emplace_back();
                        for (std::size_t k = 0; k < 3; ++k)
                            triangle[k] = static_cast<std::uint16_t>(first + offsets[cube.triangles[t][k]]);
                    }
                }
            }
    }

    const SurfaceParticles& m_particles;
    float m_threshold;
    const SurfaceKernels& m_kernels;
    CellRows m_rows;
    AlignedVector<float> m_field;
    std::array<std::uint16_t, blockNodes * blockNodes> m_inside{};
};

/// Where the points of each block begin in the mesh, and how they are found by edge.
class PointNumbers
{
public:
    PointNumbers(const std::vector<std::uint64_t>& blocks, const std::vector<BlockSurface>& surfaces)
        : m_blocks(blocks), m_surfaces(surfaces), m_firsts(blocks.size() + 1, 0)
    {
        for (std::size_t i = 0; i < blocks.size(); ++i)
            m_firsts[i + 1] = m_firsts[i] + surfaces[i].edges.size();
    }

    std::size_t first(std::size_t block) const { return m_firsts[block]; }
    std::size_t count() const { return m_firsts.back(); }

    /// Of a point on an edge of the block's nodes, which may belong to one of the next blocks.
    std::uint32_t of(std::size_t block, unsigned edge) const
    {
        std::array<int, 3> step{};
        for (unsigned axis = 0; axis < 3; ++axis)
            if ((edge >> 4 * axis & 15) == blockCells) {
                step[axis] = 1;
                edge &= ~(15u << 4 * axis);
            }
        if (step != std::array<int, 3>{}) {
            const std::array<int, 3> place = BlockKey::place(m_blocks[block]);
            const std::uint64_t key = BlockKey::of(place[0] + step[0], place[1] + step[1], place[2] + step[2]);
            const auto found = std::lower_bound(m_blocks.begin(), m_blocks.end(), key);
            SASTRUGI_ASSERT(found != m_blocks.end() && *found == key, "the surface leaves the blocks");
            block = static_cast<std::size_t>(found - m_blocks.begin());
        }
        const std::vector<std::uint16_t>& edges = m_surfaces[block].edges;
        const auto place = std::lower_bound(edges.begin(), edges.end(), edge);
        SASTRUGI_ASSERT(place != edges.end() && *place == edge, "two blocks disagree about the field between them");
        return static_cast<std::uint32_t>(m_firsts[block] + static_cast<std::size_t>(place - edges.begin()));
    }

private:
    const std::vector<std::uint64_t>& m_blocks;
    const std::vector<BlockSurface>& m_surfaces;
    std::vector<std::size_t> m_firsts;
};

} // namespace

std::vector<std::uint64_t> reachedBlocks(const SurfaceParticles& particles, const std::stop_token& stop)
{
    const AlignedVector<Splat>& splats = particles.splats();
    std::vector<std::vector<std::uint64_t>> parts(blockCount(splats.size()));
    parallelForBlocks(splats.size(), [&](std::size_t block, Range range) {
        throwIfStopped(stop);
        std::vector<std::uint64_t>& keys = parts[block];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Splat& s = splats[i];
            const BlockRange xs = blocksAround(s.x, s.reach[0]), ys = blocksAround(s.y, s.reach[1]),
                             zs = blocksAround(s.z, s.reach[2]);
            for (int z = zs.low; z <= zs.high; ++z)
                for (int y = ys.low; y <= ys.high; ++y)
                    for (int x = xs.low; x <= xs.high; ++x)
                        if (const std::uint64_t key = BlockKey::of(x, y, z); keys.empty() || keys.back() != key)
                            keys.push_back(key);
        }
        sortUnique(keys);
        keys.shrink_to_fit();
    });
    std::vector<std::uint64_t> all;
    for (std::vector<std::uint64_t>& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
        part = {};
    }
    sortUnique(all);
    return all;
}

std::vector<BlockSurface> meshBlocks(const SurfaceParticles& particles, const std::vector<std::uint64_t>& blocks,
                                     float threshold, const std::stop_token& stop)
{
    constexpr std::size_t blocksAtOnce = 16;
    std::vector<BlockSurface> surfaces(blocks.size());
    parallelForEach((blocks.size() + blocksAtOnce - 1) / blocksAtOnce, [&](std::size_t run) {
        BlockMesher mesher(particles, threshold);
        const std::size_t last = std::min((run + 1) * blocksAtOnce, blocks.size());
        for (std::size_t i = run * blocksAtOnce; i < last; ++i) {
            throwIfStopped(stop);
            surfaces[i] = mesher.mesh(blocks[i]);
        }
    });
    return surfaces;
}

TriangleMesh joinBlocks(const SurfaceParticles& particles, const std::vector<std::uint64_t>& blocks,
                        const std::vector<BlockSurface>& surfaces, const std::stop_token& stop)
{
    const PointNumbers numbers(blocks, surfaces);
    std::vector<std::size_t> firstTriangles(blocks.size() + 1, 0);
    for (std::size_t i = 0; i < blocks.size(); ++i)
        firstTriangles[i + 1] = firstTriangles[i] + surfaces[i].triangles.size();
    if (numbers.count() > 0xffffffffu)
        fail(ErrorKind::Scene, "the surface has {} points, more than a mesh can name; use larger voxels",
             numbers.count());
    TriangleMesh mesh;
    mesh.points.resize(numbers.count());
    mesh.triangles.resize(firstTriangles.back());
    parallelForBlocks(blocks.size(), [&](std::size_t, Range range) {
        throwIfStopped(stop);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const std::array<int, 3> place = BlockKey::place(blocks[i]);
            const Vector3 corner(cells * place[0], cells * place[1], cells * place[2]);
            for (std::size_t p = 0; p < surfaces[i].points.size(); ++p) {
                const std::array<float, 3>& point = surfaces[i].points[p];
                mesh.points[numbers.first(i) + p] =
                    particles.origin() + particles.voxelSize() * (corner + Vector3(point[0], point[1], point[2]));
            }
            for (std::size_t t = 0; t < surfaces[i].triangles.size(); ++t)
                for (std::size_t k = 0; k < 3; ++k)
                    mesh.triangles[firstTriangles[i] + t][k] = numbers.of(i, surfaces[i].triangles[t][k]);
        }
    });
    return mesh;
}

} // namespace sastrugi
