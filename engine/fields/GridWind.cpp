#include "engine/fields/GridWind.h"

#include "engine/core/Error.h"
#include "engine/geometry/Transform.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Gives every point the velocity of a known one, neighbour by neighbour; of several that are as near, in a fixed
/// order.
void spread(WindFrame& frame)
{
    const auto& counts = frame.lattice.counts;
    const std::array<std::size_t, 3> strides = {1, counts[0], counts[0] * counts[1]};
    std::vector<std::size_t> front;
    for (std::size_t n = 0; n < frame.isKnown.size(); ++n)
        if (frame.isKnown[n])
            front.push_back(n);
    while (!front.empty()) {
        std::vector<std::size_t> next;
        for (const std::size_t n : front)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::size_t index = n / strides[axis] % counts[axis];
                const auto give = [&](std::size_t to) {
                    if (frame.isKnown[to])
                        return;
                    std::copy_n(frame.velocities.begin() + static_cast<std::ptrdiff_t>(3 * n), 3,
                                frame.velocities.begin() + static_cast<std::ptrdiff_t>(3 * to));
                    frame.isKnown[to] = true;
                    next.push_back(to);
                };
                if (index > 0)
                    give(n - strides[axis]);
                if (index + 1 < counts[axis])
                    give(n + strides[axis]);
            }
        front = std::move(next);
    }
}

class GridWind : public VectorField
{
public:
    GridWind(std::vector<double> times, std::vector<WindFrame> frames, const WindPlacing& placing)
        : m_times(std::move(times)), m_frames(std::move(frames)), m_placing(placing),
          m_rotation(rotationMatrix(placing.rotation)), m_toLattice(m_rotation.transpose() / placing.scale),
          m_toScene(placing.velocityFactor * m_rotation)
    {
        ContentHash hash;
        for (std::size_t k = 0; k < m_frames.size(); ++k) {
            const WindLattice& lattice = m_frames[k].lattice;
            hash.add(m_times[k]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto i = static_cast<Eigen::Index>(axis);
                hash.add(static_cast<std::int64_t>(lattice.counts[axis]))
                    .add(lattice.origin[i])
                    .add(lattice.spacing[i]);
            }
            hash.addArray(std::span<const float>(m_frames[k].velocities));
            for (std::size_t n = 0; n < m_frames[k].isKnown.size(); ++n)
                if (!m_frames[k].isKnown[n])
                    hash.add(static_cast<std::int64_t>(n));
            if (m_placing.outside == WindOutside::Nearest)
                spread(m_frames[k]);
        }
        m_content = hash.digest();
    }

    void sample(const FieldPoints& points, double time, std::span<Float4> velocities) const override
    {
        SASTRUGI_ASSERT(points.positions.size() == velocities.size(), "a field gives a velocity per position");
        const Moment moment = momentAt(time - m_placing.start);
        const Vector3 shift = points.origin - m_placing.translation;
        for (std::size_t i = 0; i < velocities.size(); ++i) {
            const Float4& p = points.positions[i];
            const Vector3 place = m_toLattice * (shift + Vector3(p.x, p.y, p.z));
            Vector3 u = velocityAt(m_frames[moment.before], place);
            if (moment.share > 0)
                u += moment.share * (velocityAt(m_frames[moment.after], place) - u);
            u = m_toScene * u;
            velocities[i] = {static_cast<float>(u.x()), static_cast<float>(u.y()), static_cast<float>(u.z()), 0};
        }
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("grid wind 1").add(m_content);
        addParametersToHash(hash, m_placing);
    }

private:
    struct Moment {
        std::size_t before = 0, after = 0;
        double share = 0;
    };

    Moment momentAt(double time) const
    {
        const std::size_t last = m_times.size() - 1;
        const double first = m_times.front(), length = m_times.back() - first;
        double since = time - first;
        if (since <= 0 || last == 0)
            return {};
        if (m_placing.repeat == WindRepeat::Loop) {
            const double gap = length / static_cast<double>(last);
            since = std::fmod(since, length + gap);
            if (since >= length)
                return {last, 0, (since - length) / gap};
        }
        const auto next = std::upper_bound(m_times.begin(), m_times.end(), first + since);
        if (next == m_times.end())
            return {last, last, 0};
        const auto after = static_cast<std::size_t>(next - m_times.begin());
        return {after - 1, after, (first + since - m_times[after - 1]) / (m_times[after] - m_times[after - 1])};
    }

    Vector3 velocityAt(const WindFrame& frame, const Vector3& place) const
    {
        const WindLattice& lattice = frame.lattice;
        std::size_t low[3], step[3] = {1, lattice.counts[0], lattice.counts[0] * lattice.counts[1]};
        double share[3];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<Eigen::Index>(axis);
            const double most = static_cast<double>(lattice.counts[axis] - 1);
            double x = most > 0 ? (place[i] - lattice.origin[i]) / lattice.spacing[i] : 0;
            // A hair is not outside: what is on the rim belongs to it.
            if (!(x >= -1e-9 && x <= most + 1e-9) && m_placing.outside == WindOutside::None)
                return Vector3::Zero();
            x = x > 0 ? std::min(x, most) : 0;
            low[axis] = std::min(static_cast<std::size_t>(x), lattice.counts[axis] < 2 ? 0 : lattice.counts[axis] - 2);
            share[axis] = x - static_cast<double>(low[axis]);
            if (lattice.counts[axis] < 2)
                step[axis] = 0;
        }
        const std::size_t first = low[0] + lattice.counts[0] * (low[1] + lattice.counts[1] * low[2]);
        Vector3 sum = Vector3::Zero();
        for (std::size_t corner = 0; corner < 8; ++corner) {
            double weight = 1;
            std::size_t n = first;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const bool isFar = corner >> axis & 1;
                weight *= isFar ? share[axis] : 1 - share[axis];
                n += isFar ? step[axis] : 0;
            }
            const float* u = frame.velocities.data() + 3 * n;
            sum += weight * Vector3(u[0], u[1], u[2]);
        }
        return sum;
    }

    std::vector<double> m_times;
    std::vector<WindFrame> m_frames;
    WindPlacing m_placing;
    Matrix3 m_rotation, m_toLattice, m_toScene;
    Hash m_content;
};

} // namespace

Field makeGridWind(std::vector<double> times, std::vector<WindFrame> frames, const WindPlacing& placing)
{
    SASTRUGI_ASSERT(!frames.empty() && times.size() == frames.size(), "a wind has a time for each frame");
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const WindFrame& frame = frames[k];
        SASTRUGI_ASSERT(frame.velocities.size() == 3 * frame.lattice.size() &&
                            (frame.isKnown.empty() || frame.isKnown.size() == frame.lattice.size()),
                        "a wind has a velocity for each point");
        if (!std::isfinite(times[k]) || (k > 0 && !(times[k] > times[k - 1])))
            fail(ErrorKind::Scene, "moment {} of a wind is at {} s, not after the one before", k + 1, times[k]);
    }
    return std::make_shared<GridWind>(std::move(times), std::move(frames), placing);
}

} // namespace sastrugi
