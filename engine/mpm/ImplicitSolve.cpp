#include "engine/mpm/ImplicitSolve.h"

#include "engine/core/Parallel.h"

#include <cmath>
#include <numeric>
#include <span>

namespace sastrugi
{

namespace
{

using Field4 = AlignedVector<Float4>;

/// Vectors over the nodes; <a, b> is the sum of m a b.
class ConjugateResiduals
{
public:
    explicit ConjugateResiduals(const MpmStep& step)
        : m_step(step), m_nodes(step.state().nodes),
          m_factor(static_cast<float>(step.beta() * step.timeStep() * step.timeStep()))
    {
        for (Field4* field : {&m_nodes.residual, &m_nodes.direction, &m_nodes.image, &m_nodes.residualImage})
            field->resize(m_nodes.before.size());
        findCollidedOfBlocks();
    }

    SolveResult solve(const std::stop_token& stop)
    {
        SolveResult result;
        const double mass = totalMass();
        if (mass == 0) // all is frozen
            return result;
        double norm = std::sqrt(startResidual());
        result.products = 1;
        result.firstResidual = norm / std::sqrt(mass);
        const auto finish = [&] {
            result.residual = norm / std::sqrt(mass);
            return result;
        };
        const double goal = std::max(m_step.parameters().solveTolerance * norm, leastResidual() * std::sqrt(mass));
        if (!(norm > goal))
            return finish();
        double rho = applyOperator();
        double imageSquare = startDirection();
        ++result.products;
        const auto most = static_cast<int>(m_step.parameters().solveIterations);
        while (result.iterations < most && !stop.stop_requested()) {
            if (!(rho > 0)) {
                result.hasNegativeCurvature = true;
                return finish();
            }
            norm = std::sqrt(advance(rho / imageSquare));
            ++result.iterations;
            if (norm <= goal)
                return finish();
            const double next = applyOperator();
            ++result.products;
            imageSquare = turnDirection(next / rho);
            rho = next;
        }
        result.isConverged = false;
        return finish();
    }

private:
    /// A millionth of what would bring snow to its yield limit in the step: some thousandth of what gravity does in it.
    double leastResidual() const
    {
        double stretch = SnowMaterial{}.criticalStretch;
        const auto consider = [&](const Material& material) {
            stretch = std::min(stretch, std::get<SnowMaterial>(material).criticalStretch);
        };
        for (const FillEmitter& emitter : m_step.scene().emitters)
            consider(emitter.material);
        for (const InflowEmitter& emitter : m_step.scene().inflows)
            consider(emitter.material);
        return 1e-6 * stretch * m_step.state().grid.cellSize() / m_step.timeStep();
    }

    /// r = -c P M^-1 H v*; returns <r, r>.
    double startResidual()
    {
        Field4& r = m_nodes.residual;
        return product(m_nodes.velocity, r, r, [](const Float4&, float c, const Float4& hu) {
            return Float4{-c * hu.x, -c * hu.y, -c * hu.z, 0};
        });
    }

    /// s = P B r; returns <r, s>.
    double applyOperator()
    {
        const Field4& r = m_nodes.residual;
        return product(r, m_nodes.residualImage, r, [](const Float4& u, float c, const Float4& hu) {
            return Float4{u.x + c * hu.x, u.y + c * hu.y, u.z + c * hu.z, 0};
        });
    }

    /// p = r, q = s; returns <q, q>.
    double startDirection()
    {
        m_nodes.direction = m_nodes.residual;
        m_nodes.image = m_nodes.residualImage;
        return sum([&](std::size_t i) { return dot(m_nodes.image[i], m_nodes.image[i]); });
    }

    /// p = r + b p, q = s + b q; returns <q, q>.
    double turnDirection(double factor)
    {
        const auto b = static_cast<float>(factor);
        return sum([&](std::size_t i) {
            m_nodes.direction[i] = along(m_nodes.residual[i], b, m_nodes.direction[i]);
            m_nodes.image[i] = along(m_nodes.residualImage[i], b, m_nodes.image[i]);
            return dot(m_nodes.image[i], m_nodes.image[i]);
        });
    }

    /// v += a p, r -= a q; returns <r, r>.
    double advance(double factor)
    {
        const auto a = static_cast<float>(factor);
        return sum([&](std::size_t i) {
            m_nodes.velocity[i] = along(m_nodes.velocity[i], a, m_nodes.direction[i]);
            m_nodes.residual[i] = along(m_nodes.residual[i], -a, m_nodes.image[i]);
            return dot(m_nodes.residual[i], m_nodes.residual[i]);
        });
    }

    double totalMass() const
    {
        return sum([](std::size_t) { return 1.0; });
    }

    /// image = P value(u, c / m, H u), zero at empty nodes; returns <partner, image>, where partner may be the image.
    template <class Value>
    double product(const Field4& u, Field4& image, const Field4& partner, const Value& value)
    {
        std::vector<double> parts(m_step.state().grid.gridBlocks().size());
        m_step.hessianProduct(u, [&](std::size_t block, const BlockNodes& product) {
            const std::size_t first = nodesPerBlock * block;
            for (std::size_t n = 0; n < nodesPerBlock; ++n) {
                const float mass = m_nodes.before[first + n].w;
                image[first + n] = mass > 0 ? value(u[first + n], m_factor / mass, product[n]) : Float4{};
            }
            for (const CollidedNode& collided : m_collided[block]) {
                Float4& there = image[collided.node];
                const Vector3f free = collided.freedom * Vector3f(there.x, there.y, there.z);
                there = {free.x(), free.y(), free.z(), 0};
            }
            for (std::size_t i = first; i < first + nodesPerBlock; ++i)
                parts[block] += static_cast<double>(m_nodes.before[i].w) * dot(partner[i], image[i]);
        });
        return std::accumulate(parts.begin(), parts.end(), 0.0);
    }

    void findCollidedOfBlocks()
    {
        const std::vector<CollidedNode>& all = m_nodes.collided;
        m_collided.resize(m_step.state().grid.gridBlocks().size());
        for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
            const std::size_t block = all[begin].node / nodesPerBlock;
            for (end = begin; end < all.size() && all[end].node / nodesPerBlock == block;)
                ++end;
            m_collided[block] = {&all[begin], end - begin};
        }
    }

    /// a + s b
    static Float4 along(const Float4& a, float s, const Float4& b)
    {
        return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w};
    }
    static double dot(const Float4& a, const Float4& b)
    {
        return static_cast<double>(a.x) * static_cast<double>(b.x) +
               static_cast<double>(a.y) * static_cast<double>(b.y) +
               static_cast<double>(a.z) * static_cast<double>(b.z);
    }
    /// The sum of m value(node).
    template <class Value>
    double sum(const Value& value) const
    {
        return parallelSum<double>(m_nodes.before.size(), [&](std::size_t, Range range) {
            double part = 0;
            for (std::size_t i = range.begin; i < range.end; ++i)
                part += static_cast<double>(m_nodes.before[i].w) * value(i);
            return part;
        });
    }

    const MpmStep& m_step;
    MpmNodes& m_nodes;
    float m_factor;                                        // beta dt^2
    std::vector<std::span<const CollidedNode>> m_collided; // by block of the grid
};

} // namespace

SolveResult solveImplicit(const MpmStep& step, const std::stop_token& stop)
{
    return ConjugateResiduals(step).solve(stop);
}

} // namespace sastrugi
