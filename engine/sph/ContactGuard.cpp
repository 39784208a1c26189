#include "engine/sph/ContactGuard.h"

#include "engine/math/Kernel.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi
{

namespace
{

/// What a boundary means to a particle near it.
struct WallContact {
    std::uint16_t boundary = 0;
    Vector3 gradient = Vector3::Zero(); // sum V_b gradW_ib
    Vector3 offset = Vector3::Zero();   // sum V_b W_ib x_ib
    Vector3 velocity = Vector3::Zero(); // sum V_b W_ib v_b
    Matrix3 outer = Matrix3::Zero();    // sum V_b W_ib x_ib x_ib^T
    double weight = 0;                  // sum V_b W_ib

    /// Away from the wall. Where the samples lie in a plane it is the plane's, whatever their pattern: in the gaps of
    /// an irregular one the kernel's gradient points aside, and particles would sink along it.
    Vector3 normal() const
    {
        const Vector3 mean = offset / weight;
        const Eigen::SelfAdjointEigenSolver<Matrix3> spread =
            Eigen::SelfAdjointEigenSolver<Matrix3>().computeDirect(outer / weight - mean * mean.transpose());
        const Vector3& widths = spread.eigenvalues();
        if (widths[0] < 0.1 * widths[1]) {
            const Vector3 flat = spread.eigenvectors().col(0);
            return flat.dot(mean) < 0 ? Vector3(-flat) : flat;
        }
        return -gradient.normalized();
    }
};

class Guard
{
public:
    explicit Guard(const SphStep& step)
        : m_step(step), m_walls(step.state().walls.arrays()), m_boundaries(step.state().walls.boundaryOfSample()),
          m_kernel(step.constants().supportRadius)
    {
    }

    /// Returns whether the velocity of particle i was changed.
    bool hold(std::size_t i, const NeighbourLists::Block& lists)
    {
        findContacts(i, lists);
        bool held = false;
        for (std::size_t c = 0; c < m_count; ++c)
            held |= holdBack(i, m_contacts[c]);
        return held;
    }

private:
    void findContacts(std::size_t i, const NeighbourLists::Block& lists)
    {
        m_count = 0;
        const std::size_t group = i % blockSize / NeighbourLists::groupSize, lane = i % NeighbourLists::groupSize;
        for (std::uint32_t row = lists.groupStart[group]; row < lists.groupStart[group + 1]; ++row) {
            const std::uint32_t b = lists.indices[row * NeighbourLists::groupSize + lane];
            if (b < m_walls.count)
                add(i, b);
        }
    }

    void add(std::size_t i, std::uint32_t b)
    {
        WallContact* contact = std::find_if(m_contacts.data(), m_contacts.data() + m_count,
                                        [&](const WallContact& known) { return known.boundary == m_boundaries[b]; });
        if (contact == m_contacts.data() + m_count) {
            if (m_count == m_contacts.size())
                return; // a corner of more than eight boundaries: the first eight hold it
            *contact = WallContact{m_boundaries[b]};
            ++m_count;
        }
        const Vector3 d = displacement(m_step.arrays().position[i], m_walls.position[b]);
        const double r = d.norm(), volume = static_cast<double>(m_walls.position[b].w);
        const double weight = volume * m_kernel.value(r);
        if (r > 1e-6 * static_cast<double>(m_step.constants().spacing))
            contact->gradient += volume * m_kernel.derivative(r) / r * d;
        contact->offset += weight * d;
        contact->velocity += weight * Vector3(m_walls.velocity[b].x, m_walls.velocity[b].y, m_walls.velocity[b].z);
        contact->outer += weight * d * d.transpose();
        contact->weight += weight;
    }

    Vector3 displacement(const Float4& a, const Float4& b) const
    {
        const Period& period = m_step.constants().period;
        const auto wrapped = [](float d, float size) { return size > 0 ? d - size * std::nearbyint(d / size) : d; };
        return {wrapped(a.x - b.x, period.sizeX), wrapped(a.y - b.y, period.sizeY), a.z - b.z};
    }

    /// Whether the particle has hardly any snow around it. The corner of a block has seven neighbours.
    bool isSingle(std::size_t i) const
    {
        constexpr int fewest = 4;
        const std::size_t block = i / blockSize, inBlock = i % blockSize, lane = inBlock % NeighbourLists::groupSize;
        const NeighbourLists::Block& lists = m_step.state().neighbours.block(block);
        const std::size_t group = inBlock / NeighbourLists::groupSize;
        int count = 0;
        for (std::uint32_t row = lists.groupStart[group]; row < lists.groupStart[group + 1]; ++row)
            count += m_step.state().gradients[block][row * NeighbourLists::groupSize + lane] < 0 ? 1 : 0;
        return count < fewest;
    }

    bool holdBack(std::size_t i, const WallContact& contact)
    {
        const double h = m_step.constants().spacing, dt = m_step.constants().timeStep;
        if (contact.gradient.norm() * h <= 0.05 || contact.weight <= 0)
            return false;
        const Vector3 normal = contact.normal();
        const double gap = contact.offset.dot(normal) / contact.weight;
        const VectorPointers& v = m_step.arrays().velocity;
        const Vector3 velocity = {v.x[i], v.y[i], v.z[i]};
        const double approach = (velocity - contact.velocity / contact.weight).dot(normal);
        double least = gap > h / 2 ? (h / 2 - gap) / dt : 0;
        if (gap < 0.2 * h)
            least = std::max(least, std::min(0.1 * h / dt, 0.2)); // out of the wall, gently
        if (approach >= least)
            return false;
        if (const double restitution = m_step.state().walls.surfaceOf(contact.boundary).restitution;
            restitution > 0 && approach < 0 && isSingle(i))
            least = std::max(least, -restitution * approach);
        const Vector3 corrected = velocity + (least - approach) * normal;
        v.x[i] = static_cast<float>(corrected.x());
        v.y[i] = static_cast<float>(corrected.y());
        v.z[i] = static_cast<float>(corrected.z());
        return true;
    }

    const SphStep& m_step;
    WallArrays m_walls;
    std::span<const std::uint16_t> m_boundaries;
    CubicSpline m_kernel;
    std::array<WallContact, 8> m_contacts;
    std::size_t m_count = 0;
};

} // namespace

std::size_t guardContacts(const SphStep& step)
{
    const SnowArrays& snow = step.arrays();
    const float limit = 0.05f / step.constants().spacing;
    return parallelSum<std::size_t>(snow.count, [&](std::size_t block, Range range) {
        const NeighbourLists::Block& lists = step.state().wallNeighbours.block(block);
        if (lists.pairs == 0)
            return std::size_t{0};
        Guard guard(step);
        std::size_t held = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const float x = snow.wallSum.x[i], y = snow.wallSum.y[i], z = snow.wallSum.z[i];
            if (x * x + y * y + z * z > limit * limit)
                held += guard.hold(i, lists) ? 1 : 0;
        }
        return held;
    });
}

} // namespace sastrugi
