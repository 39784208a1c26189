#include "engine/fields/CombinedField.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <array>

namespace sastrugi
{

namespace
{

class CombinedField : public VectorField
{
public:
    CombinedField(std::vector<Field> fields, const CombinedFieldParameters& parameters)
        : m_fields(std::move(fields)), m_parameters(parameters), m_factor(static_cast<float>(parameters.factor))
    {
        if (parameters.operation == FieldOperation::Mean && !m_fields.empty())
            m_factor = static_cast<float>(parameters.factor / static_cast<double>(m_fields.size()));
    }

    void sample(const FieldPoints& points, double time, std::span<Float4> velocities) const override
    {
        SASTRUGI_ASSERT(points.positions.size() == velocities.size(), "a field gives a velocity per position");
        alignas(64) std::array<Float4, 128> buffer; // on the stack: fields of fields have one each
        for (std::size_t begin = 0; begin < velocities.size(); begin += buffer.size()) {
            const std::size_t size = std::min(buffer.size(), velocities.size() - begin);
            const std::span<Float4> sum = velocities.subspan(begin, size), part = {buffer.data(), size};
            std::ranges::fill(sum, Float4{});
            for (const Field& field : m_fields) {
                field->sample({points.positions.subspan(begin, size), points.origin}, time, part);
                for (std::size_t i = 0; i < size; ++i) {
                    sum[i].x += m_factor * part[i].x;
                    sum[i].y += m_factor * part[i].y;
                    sum[i].z += m_factor * part[i].z;
                }
            }
        }
    }

    void addToHash(ContentHash& hash) const override
    {
        hash.add("combined 1");
        addParametersToHash(hash, m_parameters);
        hash.add(static_cast<std::int64_t>(m_fields.size()));
        for (const Field& field : m_fields)
            field->addToHash(hash);
    }

private:
    std::vector<Field> m_fields;
    CombinedFieldParameters m_parameters;
    float m_factor;
};

} // namespace

Field combineFields(std::vector<Field> fields, const CombinedFieldParameters& parameters)
{
    return std::make_shared<CombinedField>(std::move(fields), parameters);
}

} // namespace sastrugi
