#include "engine/geometry/EvenSpread.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr std::uint64_t cellBits = 21, mostCells = std::uint64_t{1} << cellBits;
constexpr double nearestPair = 1e-6; // in spacings: points at one place have no direction from each other

constexpr std::uint64_t keyOf(std::uint64_t x, std::uint64_t y, std::uint64_t z)
{
    return (z << cellBits | y) << cellBits | x;
}

} // namespace

EvenSpread::EvenSpread(double spacing, double support, double cohesion, double adhesion)
    : m_spacing(spacing), m_support(support), m_cohesion(cohesion), m_adhesion(adhesion),
      m_volume(spacing * spacing * spacing)
{
}

/// The cubic spline whose support is m_support.
double EvenSpread::kernel(double distance) const
{
    const double q = distance / m_support, factor = 8 / (std::numbers::pi * m_support * m_support * m_support);
    if (q >= 1)
        return 0;
    const double rest = 1 - q;
    return factor * (q <= 0.5 ? 6 * q * q * (q - 1) + 1 : 2 * rest * rest * rest);
}

double EvenSpread::slope(double distance) const
{
    const double q = distance / m_support,
                 factor = 48 / (std::numbers::pi * m_support * m_support * m_support * m_support);
    return q >= 1 ? 0 : factor * (q <= 0.5 ? q * (3 * q - 2) : -(1 - q) * (1 - q));
}

std::vector<std::uint32_t> EvenSpread::sort(const std::vector<Vector3>& points)
{
    Vector3 low = Vector3::Constant(1e300), high = -low;
    for (const Vector3& point : points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    if (!points.empty() && ((high - low).array() / m_support + 3 > static_cast<double>(mostCells)).any())
        fail(ErrorKind::Scene, "the spacing {} m is too small to relax points in a mesh of {} m", m_spacing,
             (high - low).maxCoeff());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order(points.size());
    parallelFor(points.size(), [&](std::size_t i) {
        const Vector3 cell = ((points[i] - low) / m_support).array().floor() + 1; // an empty layer all around
        order[i] = {keyOf(static_cast<std::uint64_t>(cell.x()), static_cast<std::uint64_t>(cell.y()),
                          static_cast<std::uint64_t>(cell.z())),
                    static_cast<std::uint32_t>(i)};
    });
    std::sort(order.begin(), order.end());
    m_points.resize(points.size());
    m_cellOf.resize(points.size());
    m_cells.clear();
    std::vector<std::uint32_t> indices(points.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        if (i == 0 || order[i].first != order[i - 1].first)
            m_cells.push_back({order[i].first, i, i});
        ++m_cells.back().end;
        indices[i] = order[i].second;
        m_points[i] = points[indices[i]];
        m_cellOf[i] = static_cast<std::uint32_t>(m_cells.size() - 1);
    }
    findNeighbours();
    return indices;
}

/// Calls visit(begin, end) for what is in the cell and around it: rows of three cells, one after the other.
template <class Visit>
void EvenSpread::visitNear(std::size_t cell, Visit&& visit) const
{
    const std::uint64_t key = m_cells[cell].key;
    for (std::int64_t z = -1; z <= 1; ++z)
        for (std::int64_t y = -1; y <= 1; ++y) {
            const std::uint64_t middle =
                key + static_cast<std::uint64_t>(z * static_cast<std::int64_t>(mostCells * mostCells) +
                                                 y * static_cast<std::int64_t>(mostCells));
            const auto isBefore = [](const Cell& a, std::uint64_t b) { return a.key < b; };
            const auto first = std::lower_bound(m_cells.begin(), m_cells.end(), middle - 1, isBefore);
            auto last = first;
            while (last != m_cells.end() && last->key <= middle + 1)
                ++last;
            if (first != last)
                visit(first->begin, std::prev(last)->end);
        }
}

void EvenSpread::findNeighbours()
{
    const double square = m_support * m_support, least = nearestPair * nearestPair * m_spacing * m_spacing;
    m_neighbours.resize(blockCount(m_points.size()));
    parallelForBlocks(m_points.size(), [&](std::size_t block, Range range) {
        Neighbours& neighbours = m_neighbours[block];
        neighbours.ends.clear();
        neighbours.indices.clear();
        std::array<std::pair<std::uint32_t, std::uint32_t>, 9> rows;
        std::size_t rowCount = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (i == range.begin || m_cellOf[i] != m_cellOf[i - 1]) {
                rowCount = 0;
                visitNear(m_cellOf[i], [&](std::uint32_t begin, std::uint32_t end) {
                    rows[rowCount++] = {begin, end};
                });
            }
            for (std::size_t row = 0; row < rowCount; ++row)
                for (std::uint32_t j = rows[row].first; j < rows[row].second; ++j) {
                    const double distance = (m_points[i] - m_points[j]).squaredNorm();
                    if (distance < square && distance > least)
                        neighbours.indices.push_back(j);
                }
            neighbours.ends.push_back(static_cast<std::uint32_t>(neighbours.indices.size()));
        }
    });
}

std::vector<Vector3> EvenSpread::ways(const std::function<Vector3(std::size_t)>& fromSurface)
{
    std::vector<double> density(m_points.size()), stiffness(m_points.size());
    const auto forEachNeighbour = [&](std::size_t block, Range range, const auto& visit, const auto& finish) {
        const Neighbours& neighbours = m_neighbours[block];
        std::uint32_t next = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            for (const std::uint32_t end = neighbours.ends[i - range.begin]; next < end; ++next) {
                const std::uint32_t j = neighbours.indices[next];
                const Vector3 offset = m_points[i] - m_points[j];
                const double distance = offset.norm();
                visit(i, j, Vector3(offset / distance), distance);
            }
            finish(i);
        }
    };
    parallelForBlocks(m_points.size(), [&](std::size_t block, Range range) {
        double sum = m_volume * kernel(0), squares = 0; // of the point that is looked at
        Vector3 gradient = Vector3::Zero();
        forEachNeighbour(
            block, range,
            [&](std::size_t, std::uint32_t, const Vector3& direction, double distance) {
                const double change = m_volume * slope(distance);
                sum += m_volume * kernel(distance);
                gradient += change * direction;
                squares += change * change;
            },
            [&](std::size_t i) {
                const double sensitivity = gradient.squaredNorm() + squares;
                density[i] = sum;
                stiffness[i] = sensitivity > 0 ? (sum - 1) / sensitivity : 0; // (34)
                sum = m_volume * kernel(0);
                squares = 0;
                gradient.setZero();
            });
    });
    std::vector<Vector3> ways(m_points.size());
    parallelForBlocks(m_points.size(), [&](std::size_t block, Range range) {
        Vector3 way = Vector3::Zero();
        forEachNeighbour(
            block, range,
            [&](std::size_t i, std::uint32_t j, const Vector3& direction, double distance) {
                way -= m_volume * (stiffness[i] + stiffness[j]) * slope(distance) * direction; // (33)
                way -=
                    m_cohesion * m_volume / density[j] * (distance - m_spacing) * kernel(distance) * direction; // (35)
            },
            [&](std::size_t i) {
                if (const Vector3 above = fromSurface(i); !above.isZero(0)) // (36)
                    way -= m_adhesion * m_volume / density[i] * kernel(above.norm()) * above;
                ways[i] = way;
                way.setZero();
            });
    });
    return ways;
}

} // namespace sastrugi
