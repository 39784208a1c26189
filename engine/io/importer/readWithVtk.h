// VTP files, which Assimp does not know, by VTK's own reader.
#pragma once

#include "engine/io/MeshStream.h"

#include <string>

class vtkPolyData;

namespace sastrugi
{

/// Its polygons and strips as one part.
MeshFileContent contentOf(vtkPolyData& data);

/// The polygons and strips of a VTP file as one part. Throws std::runtime_error with what is wrong.
MeshFileContent readWithVtk(const std::string& path);

} // namespace sastrugi
