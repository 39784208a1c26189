// How often a surface goes around a point: the inside test for meshes that may be open, flipped or overlapping.
//
// The generalised winding number of Jacobson et al. 2013 (doi 10.1145/2461912.2461916): the sum of the solid angles
// of the triangles over 4 pi. Clusters of triangles seen from afar are replaced by the first two terms of their
// expansion, as in Barill et al. 2018 (doi 10.1145/3197517.3201337). It is 1 inside and 0 outside of a closed mesh, -1
// inside of a flipped one, and between where there are holes. Where triangles of both orientations are mixed in one
// shell it tells nothing.
#pragma once

#include "engine/geometry/BoundsTree.h"
#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <vector>

namespace sastrugi
{

class WindingNumber
{
public:
    /// The mesh is copied as far as it is needed.
    explicit WindingNumber(const TriangleMesh& mesh);

    /// A cluster is far when it is further than `accuracy` times its radius. With 2 the error is up to 0.1, which does
    /// not matter to closed meshes; with 4 it is below 0.03, in five times the time. May be called by many threads at
    /// once.
    double at(const Vector3& point, double accuracy = 2) const;
    /// Without clusters, in the time of all triangles.
    double exactlyAt(const Vector3& point) const;

    /// The magnitude, with the accuracy 2 where that tells inside from outside, and 4 where it may not.
    double magnitudeAt(const Vector3& point) const;
    bool isInside(const Vector3& point) const { return magnitudeAt(point) > 0.5; }

private:
    struct Cluster {
        Vector3 centre = Vector3::Zero(); // of area
        double radiusSquared = 0;
        Vector3 areaVector = Vector3::Zero(); // sum of area times normal
        Matrix3 moment = Matrix3::Zero();     // sum of area times (centroid - centre) normal^T
    };
    using Corners = std::array<Vector3, 3>;

    Cluster makeCluster(const BoundsTree::Node& node) const;
    static double solidAngle(const Corners& corners, const Vector3& point);
    static double expansion(const Cluster& cluster, const Vector3& offset);

    BoundsTree m_tree;
    std::vector<Corners> m_triangles; // in the order of the tree
    std::vector<Cluster> m_clusters;  // by node
};

} // namespace sastrugi
