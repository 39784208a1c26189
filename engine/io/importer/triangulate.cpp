#include "engine/io/importer/triangulate.h"

#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolygon.h>

namespace sastrugi
{

namespace
{

/// Whether it turns to the same side at each corner.
bool isConvex(const std::vector<Vector3>& corners)
{
    const std::size_t count = corners.size();
    Vector3 normal = Vector3::Zero();
    for (std::size_t i = 0; i < count; ++i)
        normal += (corners[i] - corners[0]).cross(corners[(i + 1) % count] - corners[0]);
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3 &before = corners[(i + count - 1) % count], &after = corners[(i + 1) % count];
        if ((corners[i] - before).cross(after - corners[i]).dot(normal) < 0)
            return false;
    }
    return true;
}

/// Nothing where VTK finds none.
std::vector<std::size_t> earsOf(const std::vector<Vector3>& corners)
{
    vtkNew<vtkPolygon> polygon;
    const auto size = static_cast<vtkIdType>(corners.size());
    polygon->GetPoints()->SetNumberOfPoints(size);
    polygon->GetPointIds()->SetNumberOfIds(size);
    for (vtkIdType i = 0; i < size; ++i) {
        polygon->GetPoints()->SetPoint(i, corners[static_cast<std::size_t>(i)].data());
        polygon->GetPointIds()->SetId(i, i);
    }
    vtkNew<vtkIdList> found;
    std::vector<std::size_t> ears;
    if (polygon->Triangulate(found))
        for (vtkIdType i = 0; i < found->GetNumberOfIds(); ++i)
            ears.push_back(static_cast<std::size_t>(found->GetId(i)));
    return ears;
}

} // namespace

void triangulate(const std::vector<Vector3>& corners,
                 const std::function<void(std::size_t, std::size_t, std::size_t)>& add)
{
    if (corners.size() == 3) // however thin
        return add(0, 1, 2);
    const std::vector<std::size_t> ears = isConvex(corners) ? std::vector<std::size_t>() : earsOf(corners);
    for (std::size_t i = 0; i + 2 < ears.size(); i += 3)
        add(ears[i], ears[i + 1], ears[i + 2]);
    if (ears.size() < 3)
        for (std::size_t i = 1; i + 1 < corners.size(); ++i)
            add(0, i, i + 1);
}

} // namespace sastrugi
