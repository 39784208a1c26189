#include "engine/mpm/ImplicitSolve.h"

#include "engine/core/Parallel.h"

#include <cmath>

namespace sastrugi
{

namespace
{

using Field4 = AlignedVector<Float4>;

class ConjugateResiduals
{
public:
    explicit ConjugateResiduals(const MpmStep& step)
        : m_step(step), m_nodes(step.state().nodes),
          m_factor(static_cast<float>(step.beta() * step.timeStep() * step.timeStep()))
    {
        for (Field4* field : {&m_nodes.residual, &m_nodes.direction, &m_nodes.image, &m_nodes.residualImage})
            field->resize(m_nodes.before.size());
    }

    SolveResult solve(const std::stop_token& stop)
    {
        MpmNodes& n = m_nodes;
        SolveResult result;
        const double mass = totalMass();
        // r = -c P M^-1 H v*
        hessianProduct(n.velocity);
        result.products = 1;
        update(n.residual, [&](std::size_t i, float c) { return scaled(-c, n.force[i]); });
        const double first = std::sqrt(dot(n.residual, n.residual));
        const double goal = std::max(m_step.parameters().solveTolerance * first, leastResidual() * std::sqrt(mass));
        double norm = first;
        const auto finish = [&] {
            result.firstResidual = std::sqrt(first * first / mass);
            result.residual = std::sqrt(norm * norm / mass);
            return result;
        };
        if (!(first > goal))
            return finish();
        n.direction = n.residual;
        applyOperator(n.residual, n.residualImage);
        n.image = n.residualImage;
        ++result.products;
        double rho = dot(n.residual, n.residualImage);
        const auto most = static_cast<int>(m_step.parameters().solveIterations);
        while (result.iterations < most && !stop.stop_requested()) {
            if (!(rho > 0)) {
                result.hasNegativeCurvature = true;
                return finish();
            }
            const auto a = static_cast<float>(rho / dot(n.image, n.image));
            add(n.velocity, a, n.direction);
            add(n.residual, -a, n.image);
            ++result.iterations;
            norm = std::sqrt(dot(n.residual, n.residual));
            if (norm <= goal)
                return finish();
            applyOperator(n.residual, n.residualImage);
            ++result.products;
            const double next = dot(n.residual, n.residualImage);
            const auto b = static_cast<float>(next / rho);
            rho = next;
            scaleAndAdd(n.direction, b, n.residual);
            scaleAndAdd(n.image, b, n.residualImage);
        }
        result.isConverged = false;
        return finish();
    }

private:
    static Float4 scaled(float s, const Float4& a) { return {s * a.x, s * a.y, s * a.z, 0}; }

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

    /// force = H u
    void hessianProduct(const Field4& u)
    {
        Field4& product = m_nodes.force;
        parallelFor(product.size(), [&](std::size_t i) { product[i] = {}; });
        m_step.run(m_step.kernels().hessianProduct, u.data(), product.data());
    }

    /// to = P (value(node, c / m)), zero at empty nodes
    template <class Value>
    void update(Field4& to, const Value& value)
    {
        parallelFor(to.size(), [&](std::size_t i) {
            const float mass = m_nodes.before[i].w;
            to[i] = mass > 0 ? value(i, m_factor / mass) : Float4{};
        });
        for (const CollidedNode& collided : m_nodes.collided) {
            Float4& u = to[collided.node];
            const Vector3f free = collided.freedom * Vector3f(u.x, u.y, u.z);
            u = {free.x(), free.y(), free.z(), 0};
        }
    }

    /// image = P B u
    void applyOperator(const Field4& u, Field4& image)
    {
        hessianProduct(u);
        const Field4& product = m_nodes.force;
        update(image, [&](std::size_t i, float c) {
            return Float4{u[i].x + c * product[i].x, u[i].y + c * product[i].y, u[i].z + c * product[i].z, 0};
        });
    }

    /// sum of m a b
    double dot(const Field4& a, const Field4& b) const
    {
        const Field4& before = m_nodes.before;
        return parallelSum<double>(a.size(), [&](std::size_t, Range range) {
            double sum = 0;
            for (std::size_t i = range.begin; i < range.end; ++i)
                sum += static_cast<double>(before[i].w) * (static_cast<double>(a[i].x) * static_cast<double>(b[i].x) +
                                                           static_cast<double>(a[i].y) * static_cast<double>(b[i].y) +
                                                           static_cast<double>(a[i].z) * static_cast<double>(b[i].z));
            return sum;
        });
    }

    double totalMass() const
    {
        return parallelSum<double>(m_nodes.before.size(), [&](std::size_t, Range range) {
            double sum = 0;
            for (std::size_t i = range.begin; i < range.end; ++i)
                sum += static_cast<double>(m_nodes.before[i].w);
            return sum;
        });
    }

    /// to += s u
    static void add(Field4& to, float s, const Field4& u)
    {
        parallelFor(to.size(), [&](std::size_t i) {
            to[i] = {to[i].x + s * u[i].x, to[i].y + s * u[i].y, to[i].z + s * u[i].z, to[i].w};
        });
    }

    /// to = u + s to
    static void scaleAndAdd(Field4& to, float s, const Field4& u)
    {
        parallelFor(to.size(), [&](std::size_t i) {
            to[i] = {u[i].x + s * to[i].x, u[i].y + s * to[i].y, u[i].z + s * to[i].z, 0};
        });
    }

    const MpmStep& m_step;
    MpmNodes& m_nodes;
    float m_factor; // beta dt^2
};

} // namespace

SolveResult solveImplicit(const MpmStep& step, const std::stop_token& stop)
{
    return ConjugateResiduals(step).solve(stop);
}

} // namespace sastrugi
