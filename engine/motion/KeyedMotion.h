// Motion by key frames: a way and a turn at each key, interpolated between them, constant outside.
//
// Turns are interpolated on the sphere of quaternions (slerp, Shoemake 1985, doi 10.1145/325165.325242), the shortest
// way round: half a turn and more wants a key in between.
#pragma once

#include "engine/core/Hash.h"
#include "engine/motion/RigidPose.h"

#include <vector>

namespace sastrugi
{

struct MotionKey {
    double time = 0;                                          // s
    Vector3 way = Vector3::Zero();                            // of the pivot, from where it is without the motion; m
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity(); // about the pivot
};

enum class KeyInterpolation {
    Linear, // constant velocity from key to key
    Smooth, // comes to rest at every key
};

class KeyedMotion
{
public:
    /// Throws Error(Scene) when there is no key, a value is not finite, or times do not rise from key to key.
    KeyedMotion(std::vector<MotionKey> keys, KeyInterpolation interpolation, const Vector3& pivot);

    const Vector3& pivot() const { return m_pivot; }
    /// This motion with a key after its last one. Throws as the constructor.
    KeyedMotion continuedBy(const MotionKey& key) const;

    /// What a key there would say.
    MotionKey keyAt(double time) const;
    RigidPose poseAt(double time) const;
    RigidVelocity velocityAt(double time) const;
    RigidSpeed largestSpeed(double from, double to) const;
    void addToHash(ContentHash& hash) const;

private:
    void append(const MotionKey& key);
    /// Between two keys.
    struct Section {
        const MotionKey &from, &to;
        double duration() const { return to.time - from.time; }
        /// Where nothing moves, not even by rounding: as if its second key was not there yet.
        bool isStill() const { return from.way == to.way && from.turn.coeffs() == to.turn.coeffs(); }
        /// The turn from key to key, the shortest way.
        Eigen::AngleAxisd turn() const;
    };
    std::size_t sectionCount() const { return m_keys.size() - 1; }
    Section section(std::size_t index) const { return {m_keys[index], m_keys[index + 1]}; }
    /// The section in which the time is; sectionCount() outside of all.
    std::size_t sectionAt(double time) const;

    std::vector<MotionKey> m_keys;
    KeyInterpolation m_interpolation;
    Vector3 m_pivot;
};

} // namespace sastrugi
