#include "engine/io/importer/readUsdMesh.h"

#include "engine/io/UsdaLayer.h"
#include "engine/io/importer/readWithVtk.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sastrugi
{

MeshFileContent meshOfUsda(std::string_view text)
{
    const UsdaArrays arrays = usdaArrays(text);
    const PointColumn *counts = arrays.find("faceVertexCounts"), *corners = arrays.find("faceVertexIndices");
    if (!counts || !corners)
        throw std::runtime_error("its first prim with points has no faces: it is no mesh");
    const std::vector<double>& values = arrays.find("points")->values;
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (std::size_t i = 0; i + 2 < values.size(); i += 3)
        points->InsertNextPoint(&values[i]);
    vtkNew<vtkCellArray> polygons;
    std::size_t next = 0;
    for (const double count : counts->values) {
        if (!(count >= 0 && count <= static_cast<double>(corners->values.size() - next)))
            throw std::runtime_error("faceVertexCounts asks for more corners than there are");
        const auto size = static_cast<vtkIdType>(count);
        polygons->InsertNextCell(static_cast<int>(size));
        for (vtkIdType corner = 0; corner < size; ++corner) {
            const double index = corners->values[next++];
            polygons->InsertCellPoint(index >= 0 && index < 1e9 ? static_cast<vtkIdType>(index) : -1);
        }
    }
    vtkNew<vtkPolyData> data;
    data->SetPoints(points);
    data->SetPolys(polygons);
    MeshFileContent content = contentOf(*data);
    content.facts.unit = arrays.metresPerUnit;
    content.facts.upAxis = arrays.upAxis;
    return content;
}

MeshFileContent readUsdMesh(const std::string& path)
{
    std::ostringstream text;
    if (!(text << std::ifstream(path, std::ios::binary).rdbuf()))
        throw std::runtime_error("it cannot be read");
    return meshOfUsda(text.view());
}

} // namespace sastrugi
