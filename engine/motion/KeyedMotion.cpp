#include "engine/motion/KeyedMotion.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Share of the way from key to key, by the share of the time.
double eased(KeyInterpolation interpolation, double part)
{
    return interpolation == KeyInterpolation::Smooth ? part * part * (3 - 2 * part) : part;
}

/// The derivative of eased().
double easedRate(KeyInterpolation interpolation, double part)
{
    return interpolation == KeyInterpolation::Smooth ? 6 * part * (1 - part) : 1;
}

} // namespace

KeyedMotion::KeyedMotion(std::vector<MotionKey> keys, KeyInterpolation interpolation, const Vector3& pivot)
    : m_interpolation(interpolation), m_pivot(pivot)
{
    if (keys.empty())
        fail(ErrorKind::Scene, "a motion by key frames has none; give at least one");
    for (const MotionKey& key : keys)
        append(key);
}

/// Each is brought to unit length once: a second time may change its last bits.
void KeyedMotion::append(const MotionKey& key)
{
    const std::size_t number = m_keys.size() + 1;
    if (!std::isfinite(key.time) || !key.way.allFinite() || !key.turn.coeffs().allFinite() || key.turn.norm() == 0)
        fail(ErrorKind::Scene, "key frame {} of a motion has a value that is not finite", number);
    if (!m_keys.empty() && key.time <= m_keys.back().time)
        fail(ErrorKind::Scene, "key frame {} of a motion is at {} s, not later than the one before at {} s", number,
             key.time, m_keys.back().time);
    m_keys.push_back(key);
    m_keys.back().turn.normalize();
}

KeyedMotion KeyedMotion::continuedBy(const MotionKey& key) const
{
    KeyedMotion motion = *this;
    motion.append(key);
    return motion;
}

Eigen::AngleAxisd KeyedMotion::Section::turn() const
{
    Eigen::Quaterniond turn = to.turn * from.turn.conjugate();
    if (turn.w() < 0)
        turn.coeffs() = -turn.coeffs();
    return Eigen::AngleAxisd(turn);
}

std::size_t KeyedMotion::sectionAt(double time) const
{
    const auto isBefore = [](double value, const MotionKey& key) { return value < key.time; };
    const auto next = std::upper_bound(m_keys.begin(), m_keys.end(), time, isBefore);
    return next == m_keys.begin() || next == m_keys.end() ? sectionCount()
                                                          : static_cast<std::size_t>(next - m_keys.begin()) - 1;
}

MotionKey KeyedMotion::keyAt(double time) const
{
    const std::size_t index = sectionAt(time);
    if (index == sectionCount())
        return {time, time < m_keys.front().time ? m_keys.front().way : m_keys.back().way,
                time < m_keys.front().time ? m_keys.front().turn : m_keys.back().turn};
    const Section part = section(index);
    if (part.isStill())
        return {time, part.from.way, part.from.turn};
    const double share = eased(m_interpolation, (time - part.from.time) / part.duration());
    return {time, part.from.way + share * (part.to.way - part.from.way), part.from.turn.slerp(share, part.to.turn)};
}

RigidPose KeyedMotion::poseAt(double time) const
{
    const MotionKey key = keyAt(time);
    return RigidPose::about(m_pivot, key.turn.toRotationMatrix(), key.way);
}

RigidVelocity KeyedMotion::velocityAt(double time) const
{
    const std::size_t index = sectionAt(time);
    if (index == sectionCount() || section(index).isStill())
        return {};
    const Section part = section(index);
    const double passed = (time - part.from.time) / part.duration();
    const double rate = easedRate(m_interpolation, passed) / part.duration();
    const Vector3 way = part.to.way - part.from.way;
    const Eigen::AngleAxisd turn = part.turn();
    const Vector3 angular = rate * turn.angle() * turn.axis();
    const Vector3 centre = m_pivot + part.from.way + eased(m_interpolation, passed) * way;
    return {rate * way - angular.cross(centre), angular};
}

RigidSpeed KeyedMotion::largestSpeed(double from, double to) const
{
    RigidSpeed largest;
    for (std::size_t index = 0; index < sectionCount(); ++index) {
        const Section part = section(index);
        if (part.to.time <= from || part.from.time > to || part.isStill())
            continue;
        // Fastest in the middle, if anywhere.
        const double middle = std::clamp(part.from.time + part.duration() / 2, from, to);
        const double rate = easedRate(m_interpolation, (middle - part.from.time) / part.duration()) / part.duration();
        largest.linear = std::max(largest.linear, rate * (part.to.way - part.from.way).norm());
        largest.angular = std::max(largest.angular, rate * part.turn().angle());
    }
    return largest;
}

void KeyedMotion::addToHash(ContentHash& hash) const
{
    hash.add("keyed motion 1");
    hash.add(static_cast<int>(m_interpolation));
    const auto add = [&](const auto& vector) {
        for (Eigen::Index i = 0; i < vector.size(); ++i)
            hash.add(vector[i]);
    };
    add(m_pivot);
    hash.add(static_cast<std::int64_t>(m_keys.size()));
    for (const MotionKey& key : m_keys) {
        hash.add(key.time);
        add(key.way);
        add(key.turn.coeffs());
    }
}

} // namespace sastrugi
