// Key frames that grow while a run goes on: what follows a hand. Copies share their keys.
//
// A run that is given the keys in the end does the same to the last bit, as long as a key comes before any time past
// the last one is asked for.
#pragma once

#include "engine/motion/KeyedMotion.h"
#include "engine/motion/motionKeys.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace sastrugi
{

class LiveMotion
{
public:
    /// Where the key has it, whose time does not count. Throws Error(Scene) as KeyedMotion.
    LiveMotion(TypedKey start, const Vector3& pivot);

    const TypedKey& start() const { return m_shared->start; }
    const Vector3& pivot() const { return m_shared->pivot; }
    /// For one thread, while others may ask for poses. Throws Error(Scene) as KeyedMotion.
    void append(const MotionKey& key);

    /// Constant velocity from key to key; at rest after the last.
    MotionKey keyAt(double time) const { return motion()->keyAt(time); }
    RigidPose poseAt(double time) const { return motion()->poseAt(time); }
    RigidVelocity velocityAt(double time) const { return motion()->velocityAt(time); }
    RigidSpeed largestSpeed(double from, double to) const { return motion()->largestSpeed(from, to); }
    void addToHash(ContentHash& hash) const { motion()->addToHash(hash); }

private:
    struct Shared {
        TypedKey start;
        Vector3 pivot;
        std::atomic<std::shared_ptr<const KeyedMotion>> motion;
    };
    std::shared_ptr<const KeyedMotion> motion() const { return m_shared->motion.load(); }

    std::shared_ptr<Shared> m_shared;
};

/// By the names of the nodes that have keys. Who wants a motion to follow puts its name there; the node begins it.
using LiveMotions = std::map<std::string, std::optional<LiveMotion>, std::less<>>;

} // namespace sastrugi
