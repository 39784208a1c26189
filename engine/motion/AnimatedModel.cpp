#include "engine/motion/AnimatedModel.h"

#include "engine/core/Hash.h"
#include "engine/core/Parallel.h"

#include <Eigen/SVD>

#include <algorithm>
#include <limits>

namespace sastrugi
{

namespace
{

constexpr auto none = std::numeric_limits<std::uint32_t>::max();

/// Translation, rotation and scale of a node at rest, for the tracks that a clip does not have.
struct Parts {
    Vector3 translation, scale;
    Eigen::Quaterniond rotation;
};

Parts affinePartsOf(const AffineMap& map)
{
    Parts parts{map.translation, map.linear.colwise().norm(), Eigen::Quaterniond::Identity()};
    Matrix3 rotation = map.linear;
    if (rotation.determinant() < 0)
        parts.scale = -parts.scale;
    for (int axis = 0; axis < 3; ++axis)
        if (parts.scale[axis] != 0)
            rotation.col(axis) /= parts.scale[axis];
    if (rotation.determinant() > 0)
        parts.rotation = Eigen::Quaterniond(rotation).normalized();
    return parts;
}

AffineMap localAt(const ModelNode& node, const NodeTracks& tracks, double time)
{
    const Parts rest = affinePartsOf(node.local);
    const Vector3 translation = tracks.translation.isEmpty() ? rest.translation : valueAt(tracks.translation, time);
    const Vector3 scale = tracks.scale.isEmpty() ? rest.scale : valueAt(tracks.scale, time);
    const Eigen::Quaterniond rotation = tracks.rotation.isEmpty() ? rest.rotation : valueAt(tracks.rotation, time);
    return {rotation.toRotationMatrix() * scale.asDiagonal(), translation};
}

/// From the transforms in the parents to the bones.
std::vector<AffineMap> bonesOf(const AnimatedModel& model, std::vector<AffineMap> transforms)
{
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (const std::int32_t parent = model.nodes[i].parent; parent >= 0)
            transforms[i] = transforms[static_cast<std::size_t>(parent)] * transforms[i];
    std::vector<AffineMap> bones;
    for (const ModelBone& bone : model.bones)
        bones.push_back(transforms[bone.node] * bone.offset);
    return bones;
}

std::vector<AffineMap> localsOf(const AnimatedModel& model)
{
    std::vector<AffineMap> transforms;
    for (const ModelNode& node : model.nodes)
        transforms.push_back(node.local);
    return transforms;
}

std::vector<double> restWeights(const AnimatedModel& model)
{
    std::vector<double> weights;
    for (const MorphTarget& target : model.targets)
        weights.push_back(double(target.weight));
    return weights;
}

} // namespace

ModelPose restPose(const AnimatedModel& model) { return {bonesOf(model, localsOf(model)), restWeights(model)}; }

ModelPose poseAt(const AnimatedModel& model, const AnimationClip& clip, double time)
{
    std::vector<AffineMap> transforms = localsOf(model);
    for (const NodeTracks& tracks : clip.nodes)
        transforms[tracks.node] = localAt(model.nodes[tracks.node], tracks, time);
    ModelPose pose{bonesOf(model, std::move(transforms)), restWeights(model)};
    std::vector<double> weights;
    for (const MorphTrack& track : clip.morphs) {
        weights.assign(track.targets, 0);
        weightsAt(track, time, weights);
        std::copy(weights.begin(), weights.end(),
                  pose.weights.begin() + static_cast<std::ptrdiff_t>(model.parts[track.part].firstTarget));
    }
    return pose;
}

std::vector<Vector3> pointsIn(const AnimatedModel& model, const ModelPose& pose)
{
    std::vector<Vector3> points = model.points;
    for (std::size_t t = 0; t < model.targets.size(); ++t)
        if (const double weight = pose.weights[t]; weight != 0) {
            const MorphTarget& target = model.targets[t];
            parallelFor(target.points.size(),
                        [&](std::size_t k) { points[target.points[k]] += weight * target.ways[k].cast<double>(); });
        }
    parallelFor(points.size(), [&](std::size_t i) {
        const Vector3 point = points[i];
        const std::span<const Influence> influences = model.influencesOf(i);
        if (influences.size() == 1) {
            points[i] = pose.bones[influences[0].bone](point);
            return;
        }
        Vector3 sum = Vector3::Zero();
        double weights = 0; // the floats do not sum to one to the last bit
        for (const Influence& influence : influences) {
            sum += double(influence.weight) * pose.bones[influence.bone](point);
            weights += double(influence.weight);
        }
        points[i] = sum / weights;
    });
    return points;
}

AnimatedModel keptOf(const AnimatedModel& model, std::span<const std::uint32_t> sources,
                     std::vector<std::array<std::uint32_t, 3>> triangles)
{
    AnimatedModel kept;
    kept.triangles = std::move(triangles);
    kept.nodes = model.nodes;
    kept.clips = model.clips;
    kept.parts = model.parts;
    std::vector<std::uint32_t> newBone(model.bones.size(), none);
    std::vector<std::vector<std::uint32_t>> newPoints(model.points.size());
    for (const std::uint32_t source : sources) {
        newPoints[source].push_back(static_cast<std::uint32_t>(kept.points.size()));
        kept.points.push_back(model.points[source]);
        for (Influence influence : model.influencesOf(source)) {
            std::uint32_t& bone = newBone[influence.bone];
            if (bone == none) {
                bone = static_cast<std::uint32_t>(kept.bones.size());
                kept.bones.push_back(model.bones[influence.bone]);
            }
            influence.bone = bone;
            kept.influences.push_back(influence);
        }
        kept.firstInfluence.push_back(static_cast<std::uint32_t>(kept.influences.size()));
    }
    for (const MorphTarget& target : model.targets) {
        MorphTarget& left = kept.targets.emplace_back(MorphTarget{target.name, target.weight, {}, {}});
        for (std::size_t k = 0; k < target.points.size(); ++k)
            for (const std::uint32_t point : newPoints[target.points[k]]) {
                left.points.push_back(point);
                left.ways.push_back(target.ways[k]);
            }
    }
    return kept;
}

std::vector<std::uint64_t> motionClasses(const AnimatedModel& model)
{
    // Bones of several parts that are on one node in the same way are the same.
    std::vector<std::uint64_t> ofBone;
    for (const ModelBone& bone : model.bones) {
        ContentHash hash;
        hash.add(static_cast<std::int64_t>(bone.node));
        for (int column = 0; column < 3; ++column)
            for (int row = 0; row < 3; ++row)
                hash.add(bone.offset.linear(row, column));
        for (int row = 0; row < 3; ++row)
            hash.add(bone.offset.translation[row]);
        ofBone.push_back(hash.digest().low);
    }
    std::vector<std::uint64_t> classes(model.points.size());
    parallelFor(classes.size(), [&](std::size_t i) {
        std::vector<std::pair<std::uint64_t, float>> held;
        for (const Influence& influence : model.influencesOf(i))
            held.emplace_back(ofBone[influence.bone], influence.weight);
        std::sort(held.begin(), held.end());
        ContentHash hash;
        for (const auto& [bone, weight] : held)
            hash.add(static_cast<std::int64_t>(bone)).add(double(weight));
        classes[i] = hash.digest().low;
    });
    for (const MorphTarget& target : model.targets)
        for (std::size_t k = 0; k < target.points.size(); ++k) {
            ContentHash hash;
            hash.add(static_cast<std::int64_t>(classes[target.points[k]])).add(target.name);
            for (int axis = 0; axis < 3; ++axis)
                hash.add(double(target.ways[k][axis]));
            classes[target.points[k]] = hash.digest().low;
        }
    return classes;
}

bool moves(const AnimatedModel& model, const AnimationClip& clip)
{
    const auto differ = [](const ModelPose& a, const ModelPose& b) {
        for (std::size_t i = 0; i < a.bones.size(); ++i)
            if (!a.bones[i].linear.isApprox(b.bones[i].linear, 1e-7) ||
                (a.bones[i].translation - b.bones[i].translation).norm() > 1e-7 * a.bones[i].translation.norm() + 1e-9)
                return true;
        for (std::size_t i = 0; i < a.weights.size(); ++i)
            if (std::abs(a.weights[i] - b.weights[i]) > 1e-7)
                return true;
        return false;
    };
    const std::vector<double> times = keyTimes(clip);
    const ModelPose first = poseAt(model, clip, 0);
    return std::any_of(times.begin(), times.end(),
                       [&](double time) { return differ(first, poseAt(model, clip, time)); });
}

} // namespace sastrugi
