#include "engine/geometry/SurfaceCandidates.h"

#include "engine/core/Random.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Up to here all triangles of a region are asked; above, those that are near.
constexpr std::uint32_t fewElements = 4;

/// Whether the foot of `point` on the triangle's plane is in the triangle, up to rounding.
bool isAbove(const std::array<Vector3, 3>& corners, const Vector3& point)
{
    const Vector3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    const double tolerance = -1e-9 * normal.squaredNorm();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector3& from = corners[i];
        if (normal.dot((corners[(i + 1) % 3] - from).cross(point - from)) < tolerance)
            return false;
    }
    return true;
}

} // namespace

std::int32_t partsOf(double length, double spacing)
{
    return std::max(1, static_cast<std::int32_t>(std::ceil(length / spacing - 0.4)));
}

SurfaceCandidates::SurfaceCandidates(const TriangleMesh& mesh, double spacing, double reach, double gapReach,
                                     const std::vector<SurfaceLine>& lines, const std::vector<PlanarRegion>& regions)
    : m_spacing(spacing), m_reach(reach), m_gapReach(gapReach), m_lineCount(static_cast<std::uint32_t>(lines.size())),
      m_tree({})
{
    for (const SurfaceLine& line : lines)
        addLine(line);
    for (const PlanarRegion& region : regions) {
        const std::uint32_t generator = generatorCount();
        addRegion(region);
        const double cell = m_generators.back().stepU * m_generators.back().stepV;
        for (const std::uint32_t triangle : region.triangles) {
            const auto& [a, b, c] = mesh.triangles[triangle];
            m_elements.push_back({generator, {mesh.points[a], mesh.points[b], mesh.points[c]}});
            m_predictedCount +=
                0.5 * (mesh.points[b] - mesh.points[a]).cross(mesh.points[c] - mesh.points[a]).norm() / cell;
        }
    }
    m_tree = makeTree();
}

void SurfaceCandidates::addLine(const SurfaceLine& line)
{
    Generator generator;
    generator.lastU = partsOf(line.length(), m_spacing);
    generator.stepU = line.length() / generator.lastU;
    generator.stepV = m_spacing;
    generator.origin = line.begin;
    generator.axisU = (line.end - line.begin).normalized();
    generator.axisV = Vector3::Zero();
    const std::uint32_t index = generatorCount();
    generator.reach = m_reach;
    generator.rank = randomWords(0, index, 0, RandomPurpose::SurfaceSample)[0];
    m_predictedCount += generator.lastU - 1;
    m_elements.push_back({index, {line.begin, line.end, line.end}});
    m_generators.push_back(generator);
}

void SurfaceCandidates::addRegion(const PlanarRegion& region)
{
    Generator generator;
    generator.origin = region.origin;
    const auto divide = [&](const Vector3& axis, double length, std::int32_t& last, double& step) {
        if (length < 0.7 * m_spacing) { // one row, in the middle
            generator.origin += 0.5 * length * axis;
            step = m_spacing;
            return;
        }
        last = partsOf(length, m_spacing);
        step = length / last;
    };
    divide(region.axisU, region.lengthU, generator.lastU, generator.stepU);
    divide(region.axisV, region.lengthV, generator.lastV, generator.stepV);
    generator.firstElement = static_cast<std::uint32_t>(m_elements.size());
    generator.elementCount = static_cast<std::uint32_t>(region.triangles.size());
    generator.axisU = region.axisU;
    generator.axisV = region.axisV;
    const std::uint64_t random = randomWords(0, generatorCount(), 0, RandomPurpose::SurfaceSample)[0];
    for (std::uint64_t move = 0; move < generatorsPerRegion; ++move) {
        generator.offsetU = move & 1 ? 0.5 : 0;
        generator.offsetV = move & 2 ? 0.5 : 0;
        generator.reach = move == 0 ? m_reach : m_gapReach;
        generator.rank = ((move + 1) << 32) + random;
        m_generators.push_back(generator);
    }
}

BoundsTree SurfaceCandidates::makeTree()
{
    std::vector<Bounds> boxes(m_elements.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (const Vector3& corner : m_elements[i].corners)
            boxes[i].add(corner);
        boxes[i] = boxes[i].grownBy(0.01 * m_spacing); // flat and straight are meant up to a tolerance
    }
    return BoundsTree(boxes);
}

double SurfaceCandidates::predictedCount() const { return m_predictedCount; }

std::vector<std::uint32_t> SurfaceCandidates::generatorsIn(const Bounds& box) const
{
    std::vector<std::uint32_t> generators;
    m_tree.visitTouching(box, [&](std::uint32_t element) {
        generators.push_back(m_elements[element].generator);
        return false;
    });
    std::sort(generators.begin(), generators.end());
    generators.erase(std::unique(generators.begin(), generators.end()), generators.end());
    std::vector<std::uint32_t> withMoved;
    for (const std::uint32_t generator : generators)
        for (std::uint32_t move = 0; move < (isLine(generator) ? 1 : generatorsPerRegion); ++move)
            withMoved.push_back(generator + move);
    return withMoved;
}

Vector3 SurfaceCandidates::place(const Candidate& candidate) const
{
    const Generator& generator = m_generators[candidate.generator];
    return generator.origin + ((candidate.i + generator.offsetU) * generator.stepU) * generator.axisU +
           ((candidate.j + generator.offsetV) * generator.stepV) * generator.axisV;
}

SurfaceCandidates::CandidateRange SurfaceCandidates::rangeIn(const Bounds& box, std::uint32_t index) const
{
    const Generator& generator = m_generators[index];
    const Vector3 centre = box.centre() - generator.origin, half = 0.5 * box.size();
    const auto clip = [&](const Vector3& axis, double step, double offset, std::int32_t low, std::int32_t high) {
        const double middle = axis.dot(centre) / step - offset, reach = half.dot(axis.cwiseAbs()) / step;
        const double first = std::clamp(std::ceil(middle - reach), double(low), high + 1.0);
        const double last = std::clamp(std::floor(middle + reach), low - 1.0, double(high));
        return std::pair(static_cast<std::int32_t>(first), static_cast<std::int32_t>(last));
    };
    CandidateRange range;
    const std::int32_t end = isLine(index) ? 1 : 0; // the ends of lines are corners, and fixed
    std::tie(range.firstI, range.lastI) =
        clip(generator.axisU, generator.stepU, generator.offsetU, end, generator.lastU - end);
    if (isLine(index))
        range.lastJ = 0;
    else
        std::tie(range.firstJ, range.lastJ) =
            clip(generator.axisV, generator.stepV, generator.offsetV, 0, generator.lastV);
    return range;
}

bool SurfaceCandidates::isOnSurface(const Candidate& candidate, const Vector3& where) const
{
    if (isLine(candidate.generator))
        return true;
    const Generator& generator = m_generators[candidate.generator];
    if (generator.elementCount <= fewElements) {
        const auto first = m_elements.begin() + generator.firstElement;
        return std::any_of(first, first + generator.elementCount,
                           [&](const Element& element) { return isAbove(element.corners, where); });
    }
    const Bounds box = Bounds{where, where}.grownBy(0.01 * m_spacing);
    return m_tree.visitTouching(box, [&](std::uint32_t index) {
        const Element& element = m_elements[index];
        return element.generator == owner(candidate.generator) && isAbove(element.corners, where);
    });
}

bool SurfaceCandidates::isTaken(const Candidate& candidate, const PointGrid& fixed, Memory& memory) const
{
    const Vector3 where = place(candidate);
    const double reach = m_generators[candidate.generator].reach;
    if (fixed.anyWithin(where, reach))
        return false;
    const auto known = memory.find(candidate);
    if (known != memory.end())
        return known->second;

    const Bounds near = Bounds{where, where}.grownBy(reach);
    const auto order = [&](std::uint32_t generator) { return std::pair(m_generators[generator].rank, generator); };
    bool result = true;
    for (const std::uint32_t generator : generatorsIn(near)) {
        if (order(generator) >= order(candidate.generator))
            continue;
        const bool isBeaten = visitIn(near, generator, [&](const Candidate& other, const Vector3& place) {
            return (place - where).squaredNorm() < reach * reach && isTaken(other, fixed, memory);
        });
        if (isBeaten) {
            result = false;
            break;
        }
    }
    memory.emplace(candidate, result);
    return result;
}

} // namespace sastrugi
