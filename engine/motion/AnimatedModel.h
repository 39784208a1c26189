// A model as files of animation programs have it: points and triangles, a hierarchy of nodes, the bones by which points
// hang on nodes, morph targets, and clips. All that is needed for its shape at any time; nothing in it is per frame.
//
//     x(t) = sum over the influences of  weight * G_node(t) * offset * (p + sum over the targets of  w(t) * way)
//
// with G the product of the transforms from the root down to the node: linear blend skinning, as glTF and all programs
// have it. A part that is not skinned hangs on its node with a single bone.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/AnimationClip.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sastrugi
{

/// x -> linear x + translation
struct AffineMap {
    Matrix3 linear = Matrix3::Identity();
    Vector3 translation = Vector3::Zero();

    Vector3 operator()(const Vector3& point) const { return linear * point + translation; }
    /// `first`, then this.
    AffineMap operator*(const AffineMap& first) const
    {
        return {linear * first.linear, linear * first.translation + translation};
    }
};

struct ModelNode {
    std::string name;
    std::int32_t parent = -1; // before it in the list; -1: a root
    AffineMap local;          // at rest, in its parent
};

struct ModelBone {
    std::uint32_t node = 0;
    AffineMap offset; // from the points' coordinates to those of the node
};

struct Influence {
    std::uint32_t bone = 0;
    float weight = 0;
};

/// A shape that is blended in: what it adds to some of the points.
struct MorphTarget {
    std::string name;
    float weight = 0; // at rest
    std::vector<std::uint32_t> points;
    std::vector<Vector3f> ways;
};

/// What a file calls a mesh or an object, as it hangs on one node.
struct ModelPart {
    std::string name;
    std::uint32_t node = 0;
    std::uint32_t firstPoint = 0, points = 0;
    std::uint32_t firstTriangle = 0, triangles = 0;
    std::uint32_t firstTarget = 0, targets = 0;
    bool isSkinned = false;
};

struct AnimatedModel {
    std::vector<Vector3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> firstInfluence = {0}; // of each point, and the end of the last
    std::vector<Influence> influences;               // of each point one or more, their weights sum to one
    std::vector<ModelPart> parts;
    std::vector<ModelNode> nodes;
    std::vector<ModelBone> bones;
    std::vector<MorphTarget> targets;
    std::vector<AnimationClip> clips;

    std::span<const Influence> influencesOf(std::size_t point) const
    {
        return {influences.data() + firstInfluence[point], influences.data() + firstInfluence[point + 1]};
    }
};

/// Where bones and weights are at a time.
struct ModelPose {
    std::vector<AffineMap> bones; // from the points' coordinates to those of the model
    std::vector<double> weights;  // of the morph targets
};

/// The pose of the nodes as they are in the file.
ModelPose restPose(const AnimatedModel& model);

/// `time` of the clip, seconds. Nodes that the clip does not move are at rest.
ModelPose poseAt(const AnimatedModel& model, const AnimationClip& clip, double time);

std::vector<Vector3> pointsIn(const AnimatedModel& model, const ModelPose& pose);

/// What remains with these points and triangles: new point i is the old sources[i]. Bones and targets that nothing
/// hangs on any more are gone, and parts only keep their names.
AnimatedModel keptOf(const AnimatedModel& model, std::span<const std::uint32_t> sources,
                     std::vector<std::array<std::uint32_t, 3>> triangles);

/// The same number for points that move alike wherever they are: what hangs on the same bones and targets.
std::vector<std::uint64_t> motionClasses(const AnimatedModel& model);

/// Whether the clip moves any of the points.
bool moves(const AnimatedModel& model, const AnimationClip& clip);

} // namespace sastrugi
