// Points of USD as text, with what it says of each.
#include "engine/io/UsdaLayer.h"

namespace sastrugi
{

namespace
{

/// As the other formats name it.
std::string columnNameOf(std::string_view attribute)
{
    for (const auto& [theirs, ours] :
         {std::pair{"points", "position"}, {"velocities", "velocity"}, {"ids", "id"}, {"widths", "radius"}})
        if (attribute == theirs)
            return ours;
    constexpr std::string_view prefix = "primvars:";
    return std::string(attribute.starts_with(prefix) ? attribute.substr(prefix.size()) : attribute);
}

} // namespace

PointTable pointsOfUsda(std::string_view content)
{
    UsdaArrays arrays = usdaArrays(content);
    PointTable table;
    table.count = arrays.find("points")->values.size() / 3;
    table.metresPerUnit = arrays.metresPerUnit;
    table.upAxis = arrays.upAxis;
    for (PointColumn& column : arrays.columns) {
        if (column.values.size() != table.count * static_cast<std::size_t>(column.components)) {
            table.addOfOtherLength(columnNameOf(column.name));
            continue;
        }
        if (column.name == "widths") // diameters
            for (double& value : column.values)
                value *= 0.5;
        column.name = columnNameOf(column.name);
        if (!table.find(column.name))
            table.columns.push_back(std::move(column));
    }
    return table;
}

} // namespace sastrugi
