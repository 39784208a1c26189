// The places on long edges and large flat faces where a surface sample may be, and which of them are taken.
//
// Part of SurfaceSampler. A generator numbers its candidates, no two of which are within its reach. Each line is one;
// each region has four: its lattice, and that lattice moved by half a cell along either axis or both, to fill gaps. A
// candidate is taken when no fixed sample and no taken candidate of a generator of higher rank is within its
// generator's reach. Lines rank before lattices, these before moved ones; within them a hash decides, so that chains
// of decisions stay short.
#pragma once

#include "engine/geometry/BoundsTree.h"
#include "engine/geometry/PlanarRegions.h"
#include "engine/geometry/PointGrid.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace sastrugi
{

/// The number of parts a length is cut into: about one spacing each, never less than 0.7 of it.
std::int32_t partsOf(double length, double spacing);

class SurfaceCandidates
{
public:
    struct Candidate {
        std::uint32_t generator = 0;
        std::int32_t i = 0, j = 0;
        auto operator<=>(const Candidate&) const = default;
    };
    /// Remembers decisions that lead from one to another; local to a question.
    using Memory = std::map<Candidate, bool>;

    /// Lines and lattices have `reach`, moved lattices `gapReach`.
    SurfaceCandidates(const TriangleMesh& mesh, double spacing, double reach, double gapReach,
                      const std::vector<SurfaceLine>& lines, const std::vector<PlanarRegion>& regions);

    /// All candidates, roughly.
    double predictedCount() const;
    std::uint32_t generatorCount() const { return static_cast<std::uint32_t>(m_generators.size()); }
    double reach(std::uint32_t generator) const { return m_generators[generator].reach; }
    /// The generators near `box`, in order.
    std::vector<std::uint32_t> generatorsIn(const Bounds& box) const;
    Vector3 place(const Candidate& candidate) const;
    bool isTaken(const Candidate& candidate, const PointGrid& fixed, Memory& memory) const;

    /// Calls visit(candidate, place) for each of the generator's candidates in the box until it returns true. Returns
    /// whether it did.
    template <class Visit>
    bool visitIn(const Bounds& box, std::uint32_t generator, Visit&& visit) const
    {
        const CandidateRange range = rangeIn(box, generator);
        for (Candidate candidate{generator, 0, range.firstJ}; candidate.j <= range.lastJ; ++candidate.j)
            for (candidate.i = range.firstI; candidate.i <= range.lastI; ++candidate.i) {
                const Vector3 where = place(candidate);
                if ((where.array() >= box.minimum.array()).all() && (where.array() <= box.maximum.array()).all() &&
                    isOnSurface(candidate, where) && visit(candidate, where))
                    return true;
            }
        return false;
    }

private:
    struct CandidateRange {
        std::int32_t firstI = 0, lastI = -1, firstJ = 0, lastJ = -1;
    };
    /// Cells of a region's rectangle, or of a line with one row.
    struct Generator {
        Vector3 origin, axisU, axisV;
        double stepU = 0, stepV = 0;
        std::int32_t lastU = 0, lastV = 0;
        double offsetU = 0, offsetV = 0; // in steps
        double reach = 0;
        std::uint64_t rank = 0; // lower wins
        std::uint32_t firstElement = 0, elementCount = 0;
    };
    static constexpr std::uint32_t generatorsPerRegion = 4;

    bool isLine(std::uint32_t generator) const { return generator < m_lineCount; }
    /// The first generator of its region.
    std::uint32_t owner(std::uint32_t generator) const
    {
        return isLine(generator) ? generator : generator - (generator - m_lineCount) % generatorsPerRegion;
    }
    CandidateRange rangeIn(const Bounds& box, std::uint32_t generator) const;
    bool isOnSurface(const Candidate& candidate, const Vector3& where) const;
    void addLine(const SurfaceLine& line);
    void addRegion(const PlanarRegion& region);
    BoundsTree makeTree();

    const double m_spacing, m_reach, m_gapReach;
    const std::uint32_t m_lineCount;
    std::vector<Generator> m_generators; // lines first
    double m_predictedCount = 0;
    struct Element {
        std::uint32_t generator;        // the first of its region
        std::array<Vector3, 3> corners; // of a triangle; a line has two
    };
    std::vector<Element> m_elements;
    BoundsTree m_tree; // over m_elements
};

} // namespace sastrugi
