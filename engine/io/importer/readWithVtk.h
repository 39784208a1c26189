// VTP files, which Assimp does not know, by VTK's own reader, and triangles of what others have read.
#pragma once

#include "engine/io/MeshStream.h"

#include <string>

class vtkPolyData;

namespace sastrugi
{

/// Its polygons and strips as one part.
MeshFileContent contentOf(vtkPolyData& data);

/// Faces of a file as it has them: points, three numbers each, and the corners of each face up to its end.
struct PolygonTable {
    std::vector<double> points;
    std::vector<double> corners;
    std::vector<std::uint64_t> ends; // not above the number of corners
};
/// The same of these; what is no index of a point is counted as skipped.
MeshFileContent contentOf(const PolygonTable& table);

/// The polygons and strips of a VTP file as one part. Throws std::runtime_error with what is wrong.
MeshFileContent readWithVtk(const std::string& path);

} // namespace sastrugi
