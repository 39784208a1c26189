// The vertices of a PLY file as points, with all that is one number of each.
#include "engine/core/Error.h"
#include "engine/io/PlyFile.h"
#include "engine/io/PointTable.h"

namespace sastrugi
{

PointTable pointsOfPly(std::string_view content)
{
    std::vector<PlyElement> elements =
        elementsOfPly(content, [](std::string_view element, std::string_view) { return element == "vertex"; });
    for (PlyElement& element : elements) {
        if (element.name != "vertex")
            continue;
        PointTable table;
        table.count = element.count;
        for (PlyProperty& property : element.properties)
            if (property.isList)
                table.unused.push_back({property.name, "it is a list"});
            else
                table.columns.push_back({property.name, 1, std::move(property.values)});
        if (table.columns.empty())
            fail(ErrorKind::Scene, "its vertices have no numbers");
        return table;
    }
    fail(ErrorKind::Scene, "it has no vertices");
}

} // namespace sastrugi
