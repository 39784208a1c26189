// How points move to be evenly apart: one iteration of Kugelstadt et al. 2021 (doi 10.1145/3480142), section 7.
//
// Part of RelaxedSamples. Pressure (33), (34) pushes points apart where they are dense and pulls where they are sparse,
// in one Jacobi sweep; cohesion (35) wants neighbours a spacing apart; adhesion (36) draws to the surface. Sums are
// gathered per point in the order of the cells, so that threads do not matter.
#pragma once

#include "engine/core/Parallel.h"
#include "engine/core/Vector.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace sastrugi
{

class EvenSpread
{
public:
    EvenSpread(double spacing, double support, double cohesion, double adhesion);

    /// Takes the points, by cells. Gives the index that each of them had; ways() is in the order of that. Throws
    /// Error(Scene) when they are more than two million cells apart.
    std::vector<std::uint32_t> sort(const std::vector<Vector3>& points);

    /// The way of each point. `fromSurface(i)` leads to point i from the nearest place of the surface; zero where that
    /// is far.
    std::vector<Vector3> ways(const std::function<Vector3(std::size_t)>& fromSurface);

private:
    /// The points of a cell: [begin, end), and where those of the cells around it are.
    struct Cell {
        std::uint64_t key;
        std::uint32_t begin, end;
    };

    double kernel(double distance) const;
    /// Its derivative.
    double slope(double distance) const;
    template <class Visit>
    void visitNear(std::size_t cell, Visit&& visit) const;
    void findNeighbours();

    double m_spacing, m_support, m_cohesion, m_adhesion, m_volume;
    std::vector<Vector3> m_points;
    std::vector<Cell> m_cells; // by key
    std::vector<std::uint32_t> m_cellOf;
    /// Of the points of a block, one after the other.
    struct Neighbours {
        std::vector<std::uint32_t> ends, indices;
    };
    std::vector<Neighbours> m_neighbours;
};

} // namespace sastrugi
