#include "engine/io/importer/readPlyMesh.h"

#include "engine/io/PlyFile.h"
#include "engine/io/importer/readWithVtk.h"
#include "engine/io/importer/wholeFile.h"

#include <stdexcept>
#include <utility>

namespace sastrugi
{

namespace
{

/// Of a face or a strip, by either of its names.
bool isCorners(std::string_view property) { return property == "vertex_indices" || property == "vertex_index"; }

bool isOfMesh(std::string_view element, std::string_view property)
{
    if (element == "vertex")
        return property == "x" || property == "y" || property == "z";
    return (element == "face" || element == "tristrips") && isCorners(property);
}

void addPoints(const PlyElement& vertices, PolygonTable& table)
{
    const PlyProperty *x = vertices.find("x"), *y = vertices.find("y"), *z = vertices.find("z");
    if (!x || !y || !z || x->isList || y->isList || z->isList)
        throw std::runtime_error("its vertices have no x, y and z");
    if (vertices.count > 0xffffffffu)
        throw std::runtime_error("it has more than 4294967295 points");
    for (std::size_t i = 0; i < vertices.count; ++i)
        for (const PlyProperty* axis : {x, y, z})
            table.points.push_back(axis->values[i]);
}

void addFace(const double* corners, std::uint64_t count, PolygonTable& table)
{
    table.corners.insert(table.corners.end(), corners, corners + count);
    table.ends.push_back(table.corners.size());
}

/// Every second triangle of a strip is turned round; a corner below 0 begins another one.
void addStrip(const double* corners, std::uint64_t count, PolygonTable& table)
{
    std::uint64_t begin = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (corners[i] < 0)
            begin = i + 1;
        else if (i >= begin + 2) {
            const bool isTurned = (i - begin) % 2 == 1;
            const double triangle[] = {corners[i - 2], corners[isTurned ? i : i - 1], corners[isTurned ? i - 1 : i]};
            addFace(triangle, 3, table);
        }
    }
}

} // namespace

MeshFileContent meshOfPly(std::string_view content)
{
    PolygonTable table;
    bool hasVertices = false;
    for (const PlyElement& element : elementsOfPly(content, isOfMesh)) {
        if (element.name == "vertex" && !std::exchange(hasVertices, true))
            addPoints(element, table);
        for (const PlyProperty& property : element.properties) {
            if (!property.isList || element.name == "vertex" || !isOfMesh(element.name, property.name))
                continue;
            std::uint64_t begin = 0;
            for (const std::uint64_t end : property.ends) {
                (element.name == "face" ? addFace : addStrip)(property.values.data() + begin, end - begin, table);
                begin = end;
            }
        }
    }
    if (!hasVertices)
        throw std::runtime_error("it has no vertices");
    return contentOf(table);
}

MeshFileContent readPlyMesh(const std::string& path) { return meshOfPly(wholeFile(path)); }

} // namespace sastrugi
