#include "engine/motion/LiveMotion.h"

namespace sastrugi
{

LiveMotion::LiveMotion(TypedKey start, const Vector3& pivot) : m_shared(std::make_shared<Shared>())
{
    start.time = 0;
    m_shared->start = start;
    m_shared->pivot = pivot;
    m_shared->motion =
        std::make_shared<const KeyedMotion>(std::vector{motionKey(start)}, KeyInterpolation::Linear, pivot);
}

void LiveMotion::append(const MotionKey& key)
{
    m_shared->motion = std::make_shared<const KeyedMotion>(motion()->continuedBy(key));
}

} // namespace sastrugi
