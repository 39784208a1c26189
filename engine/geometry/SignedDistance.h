// Signed distance from a surface, in a band around it: for methods that ask which side of an obstacle a place is on.
//
// Values are exact at the points of a lattice and interpolated between them, so that the error of a curved surface
// grows with the square of the lattice spacing. Blocks of the lattice are made when something comes near them, and
// kept: a plane of a kilometre costs what is touched of it.
//
// A closed mesh is solid inside, by the winding number. An open one is solid behind its triangles as deep as the band:
// where it is nearest with its rim there is nothing. Both can be turned inside out.
#pragma once

#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/WindingNumber.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace sastrugi
{

class SignedDistance
{
public:
    struct Value {
        double distance;                   // m, negative in the solid
        Vector3 gradient;                  // points out of the solid, about a unit long; zero too deep inside
        Vector3 carried = Vector3::Zero(); // what the mesh carries at its nearest place; zero too deep inside
    };

    /// `band` is how far from the surface distances are known, at least four lattice spacings. Metres.
    /// `carried` is a vector for each point of the mesh, such as a velocity, or nothing.
    SignedDistance(std::shared_ptr<const TriangleMesh> mesh, double spacing, double band,
                   std::vector<Vector3> carried = {});

    bool isClosed() const { return m_inside != nullptr; }
    /// What was solid becomes free.
    void turnInsideOut() { m_isTurned = !m_isTurned; }

    /// Whether a place is on the solid side, however far from an open surface. Slow: for decisions, not for steps.
    bool isSolidSide(const Vector3& point) const;

    /// Makes the values that at() needs in these boxes.
    void prepare(std::span<const Bounds> boxes);
    /// At a place that has been prepared: none where it is free and further from the surface than the band, or than
    /// `reach`, metres. Thread-safe.
    std::optional<Value> at(const Vector3& point, double reach = std::numeric_limits<double>::infinity()) const;

    /// Outside of that at() gives the same everywhere: nothing, or depth.
    const Bounds& reach() const { return m_reach; }
    std::size_t memory() const;

private:
    using Index = std::array<std::int32_t, 3>;
    struct Block {
        bool isNear = false, isInside = false; // the latter of a block far from the surface
        std::vector<float> distance;           // 9 x 9 x 9, x first; of one that is near
        std::vector<Vector3f> carried;         // the same, of the nearest places; where the mesh carries something
    };

    static std::uint64_t keyOf(const Index& block);
    Index blockOf(const Vector3& point) const;
    Vector3 cornerOf(const Index& block) const;
    Block makeBlock(const Index& block) const;
    void fill(Block& block, const Vector3& corner) const;
    bool isBesideRim(const SurfaceDistance::Place& place) const;
    bool isBehind(const SurfaceDistance::Place& place, const Vector3& point) const;
    Vector3 carriedAt(const SurfaceDistance::Place& place) const;
    std::optional<Value> deep(bool isInside) const;

    std::shared_ptr<const TriangleMesh> m_mesh;
    std::vector<Vector3> m_carried; // by point of the mesh, or empty
    double m_spacing, m_band;
    SurfaceDistance m_surface;
    std::unique_ptr<WindingNumber> m_inside; // of a closed mesh
    std::vector<std::uint8_t> m_rim;         // by triangle of an open one: bit k for side k, 3 + k for corner k
    bool m_isTurned = false;
    Vector3 m_origin; // of the lattice
    Bounds m_reach;
    std::unordered_map<std::uint64_t, Block> m_blocks;
};

} // namespace sastrugi
