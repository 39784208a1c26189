#include "engine/fields/UniformWind.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

class UniformWind : public VectorField
{
public:
    explicit UniformWind(const UniformWindParameters& parameters) : m_parameters(parameters) {}

    void sample(const FieldPoints&, double, std::span<Float4> velocities) const override
    {
        const Vector3f v = m_parameters.velocity.cast<float>();
        std::ranges::fill(velocities, Float4{v.x(), v.y(), v.z(), 0});
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("uniformWind 1");
        addParametersToHash(hash, m_parameters);
    }

private:
    UniformWindParameters m_parameters;
};

} // namespace

Field makeUniformWind(const UniformWindParameters& parameters) { return std::make_shared<UniformWind>(parameters); }

} // namespace sastrugi
