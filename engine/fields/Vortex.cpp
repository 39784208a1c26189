#include "engine/fields/Vortex.h"

#include "engine/core/Error.h"

#include <cmath>

namespace sastrugi
{

namespace
{

/// Where 1 - exp(-alpha r^2) over r is largest is r = 1: alpha solves 1 + 2 alpha = exp(alpha).
constexpr double alpha = 1.2564312086261697;

class Vortex : public VectorField
{
public:
    explicit Vortex(const VortexParameters& parameters) : m_parameters(parameters), m_axis(parameters.axis.normalized())
    {
        if (!(parameters.axis.norm() > 0))
            fail(ErrorKind::Scene, "parameter 'axis' has no length, and so no direction");
    }

    void sample(const FieldPoints& points, double, std::span<Float4> velocities) const override
    {
        SASTRUGI_ASSERT(points.positions.size() == velocities.size(), "a field gives a velocity per position");
        const Vector3 shift = points.origin - m_parameters.centre;
        for (std::size_t i = 0; i < velocities.size(); ++i) {
            const Float4& p = points.positions[i];
            const Vector3f u = velocityAt(shift + Vector3(p.x, p.y, p.z)).cast<float>();
            velocities[i] = {u.x(), u.y(), u.z(), 0};
        }
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("vortex 1");
        addParametersToHash(hash, m_parameters);
    }

private:
    /// `place` relative to the centre.
    Vector3 velocityAt(const Vector3& place) const
    {
        const Vector3 across = place - place.dot(m_axis) * m_axis;
        const double square = across.squaredNorm() / (m_parameters.radius * m_parameters.radius);
        // (1 - e^-x)/x without cancellation near the axis; the swirl is `rate` times the distance.
        const double decay = square > 0 ? -std::expm1(-alpha * square) / square : alpha;
        const double rate = m_parameters.speed / m_parameters.radius * (1 + 0.5 / alpha) * decay;
        return rate * m_axis.cross(across) + m_parameters.updraft * std::exp(-alpha * square) * m_axis;
    }

    VortexParameters m_parameters;
    Vector3 m_axis;
};

} // namespace

Field makeVortex(const VortexParameters& parameters) { return std::make_shared<Vortex>(parameters); }

} // namespace sastrugi
