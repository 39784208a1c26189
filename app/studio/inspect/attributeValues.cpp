#include "app/studio/inspect/attributeValues.h"

namespace sastrugi::studio
{

double Column::value(std::size_t particle) const
{
    const std::size_t place = particle * static_cast<std::size_t>(array->components) + component;
    switch (array->type) {
    case ElementType::Float32: return static_cast<double>(array->values<float>()[place]) + offset;
    case ElementType::Float64: return array->values<double>()[place] + offset;
    case ElementType::UInt8: return array->values<std::uint8_t>()[place];
    case ElementType::UInt32: return array->values<std::uint32_t>()[place];
    case ElementType::UInt64: return static_cast<double>(array->values<std::uint64_t>()[place]);
    }
    return 0;
}

bool Column::isWhole() const { return array->type != ElementType::Float32 && array->type != ElementType::Float64; }

std::vector<Column> columnsOf(const Frame& frame)
{
    std::vector<Column> columns;
    for (const AttributeArray& array : frame.particles.arrays())
        for (std::size_t c = 0; c < static_cast<std::size_t>(array.components); ++c) {
            std::string name = array.name;
            if (array.components > 1)
                name += '.';
            if (array.components == 3)
                name += "xyz"[c];
            else if (array.components > 1)
                name += std::to_string(c);
            const double offset = array.name == "position" ? frame.origin[static_cast<Eigen::Index>(c)] : 0;
            columns.push_back({std::move(name), &array, c, offset});
        }
    return columns;
}

QString valueText(const AttributeArray& array, std::size_t particle, const Vector3& origin)
{
    QStringList numbers;
    for (std::size_t c = 0; c < static_cast<std::size_t>(array.components); ++c) {
        const double offset = array.name == "position" ? origin[static_cast<Eigen::Index>(c)] : 0;
        const Column column = {{}, &array, c, offset};
        numbers.append(QString::number(column.value(particle), 'g', column.isWhole() ? 12 : 5));
    }
    return numbers.join("  ");
}

} // namespace sastrugi::studio
