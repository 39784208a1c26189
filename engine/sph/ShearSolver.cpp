#include "engine/sph/ShearSolver.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// One run of Bi-CGSTAB, or of conjugate gradients, with its scalars.
class ShearSolve
{
public:
    ShearSolve(const SphStep& step, const SphParameters& parameters, std::stop_token stop)
        : m_step(step), m_kernels(step.kernels()), m_parameters(parameters), m_stop(std::move(stop))
    {
    }

    ShearResult solve()
    {
        computeSource();
        // A breakdown is mended by a fresh shadow vector, once.
        for (int attempt = 0; attempt < 2; ++attempt) {
            restart();
            while (!isDone() && (m_step.constants().isSymmetric ? iterateConjugate() : iterate()))
                ;
            if (isDone())
                break;
        }
        m_result.converged = m_result.residual <= m_limit;
        return m_result;
    }

private:
    double rootMeanSquare(double squared) const { return m_count > 0 ? std::sqrt(squared / m_count) : 0; }
    bool isDone() const
    {
        return m_result.residual <= m_limit || m_result.iterations >= m_parameters.shearIterations ||
               m_stop.stop_requested();
    }

    void computeSource()
    {
        m_step.run(m_kernels.shearStress, ShearInput::Velocity);
        const Dots source = m_step.sum(m_kernels.shearSource);
        m_count = source.second;
        constexpr double absoluteLimit = 1e-2; // m/s^2
        m_limit = std::max(m_parameters.shearTolerance * rootMeanSquare(source.first), absoluteLimit);
    }

    void restart()
    {
        if (m_result.iterations > 0) {
            m_step.run(m_kernels.publishVelocity);
            computeSource();
        }
        m_step.run(m_kernels.publishShear);
        stressOfDirection();
        m_shadowResidual = m_step.sum(m_kernels.shearResidual).first;
        m_result.residual = rootMeanSquare(m_shadowResidual);
        m_first = true;
    }

    /// The first half of a product with the system's matrix.
    void stressOfDirection()
    {
        m_step.run(m_kernels.shearStress, ShearInput::Direction);
        ++m_result.products;
    }

    /// False when the method breaks down.
    bool iterate()
    {
        if (!m_first)
            m_step.run(m_kernels.krylovDirection, m_scalars);
        m_first = false;
        stressOfDirection();
        const double shadowImage = m_step.sum(m_kernels.shearImage).first;
        if (!isUsable(shadowImage))
            return false;
        const double alpha = m_shadowResidual / shadowImage;
        m_scalars.alpha = static_cast<float>(alpha);
        ++m_result.iterations;
        m_result.residual = rootMeanSquare(m_step.sum(m_kernels.krylovHalf, m_scalars).first);
        if (m_result.residual <= m_limit) {
            m_step.run(m_kernels.krylovFinishHalf, m_scalars);
            return true;
        }
        stressOfDirection();
        const Dots second = m_step.sum(m_kernels.shearSecond);
        if (!isUsable(second.second) || !isUsable(second.first)) {
            m_step.run(m_kernels.krylovFinishHalf, m_scalars);
            return false;
        }
        const double omega = second.first / second.second;
        m_scalars.omega = static_cast<float>(omega);
        const Dots full = m_step.sum(m_kernels.krylovFull, m_scalars);
        m_result.residual = rootMeanSquare(full.first);
        const double beta = full.second / m_shadowResidual * (alpha / omega);
        m_scalars.beta = static_cast<float>(beta);
        m_shadowResidual = full.second;
        return isUsable(beta) && std::abs(m_shadowResidual) > 1e-20 * full.first;
    }

    /// Half the products of iterate(), for the symmetric form of the system.
    bool iterateConjugate()
    {
        if (m_first)
            m_shadowResidual = m_step.sum(m_kernels.conjugateDirection, 0.0f).first;
        m_first = false;
        stressOfDirection();
        const double curvature = m_step.sum(m_kernels.shearImage).first;
        if (!isUsable(curvature) || !isUsable(m_shadowResidual))
            return false;
        ++m_result.iterations;
        const Dots next = m_step.sum(m_kernels.conjugateAdvance, static_cast<float>(m_shadowResidual / curvature));
        m_result.residual = rootMeanSquare(next.first);
        if (m_result.residual > m_limit)
            m_step.sum(m_kernels.conjugateDirection, static_cast<float>(next.second / m_shadowResidual));
        m_shadowResidual = next.second;
        return isUsable(m_shadowResidual);
    }

    static bool isUsable(double value) { return std::isfinite(value) && value != 0; }

    const SphStep& m_step;
    const SphKernels& m_kernels;
    const SphParameters& m_parameters;
    std::stop_token m_stop;
    ShearResult m_result;
    KrylovScalars m_scalars;
    double m_count = 0, m_limit = 0;
    double m_shadowResidual = 0; // (shadow, residual); of conjugate gradients: (r, r), weighted
    bool m_first = true;
};

} // namespace

ShearResult solveShear(const SphStep& step, const SphParameters& parameters, std::stop_token stop)
{
    return ShearSolve(step, parameters, std::move(stop)).solve();
}

} // namespace sastrugi
