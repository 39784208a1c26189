#include "engine/io/importer/readWithVtk.h"

#include "engine/io/importer/VtkErrors.h"
#include "engine/io/importer/triangulate.h"

#include <vtkCellArray.h>
#include <vtkCellArrayIterator.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <stdexcept>
#include <vector>

namespace sastrugi
{

namespace
{

/// Points, and triangles of what has a surface.
class Taker
{
public:
    explicit Taker(vtkPolyData& data) : m_data(data) {}

    MeshFileContent run()
    {
        const vtkIdType count = m_data.GetNumberOfPoints();
        if (count > 0xffffffffLL)
            throw std::runtime_error("it has more than 4294967295 points");
        for (vtkIdType i = 0; i < count; ++i) {
            const double* point = m_data.GetPoint(i);
            m_model.points.emplace_back(point[0], point[1], point[2]);
            m_model.influences.push_back({0, 1});
            m_model.firstInfluence.push_back(static_cast<std::uint32_t>(i + 1));
        }
        forEachCell(m_data.GetPolys(), [&](vtkIdType size, const vtkIdType* ids) { addPolygon(size, ids); });
        forEachCell(m_data.GetStrips(), [&](vtkIdType size, const vtkIdType* ids) {
            for (vtkIdType i = 0; i + 2 < size; ++i)
                add(ids[i], ids[i + 1 + i % 2], ids[i + 2 - i % 2]);
        });
        m_content.facts.lines = static_cast<std::uint64_t>(m_data.GetNumberOfLines());
        m_content.facts.pointElements = static_cast<std::uint64_t>(m_data.GetNumberOfVerts());
        m_model.nodes = {{"mesh", -1, {}}};
        m_model.bones = {{0, {}}};
        m_model.parts = {{"mesh", 0, 0, static_cast<std::uint32_t>(m_model.points.size()), 0,
                          static_cast<std::uint32_t>(m_model.triangles.size()), 0, 0, false}};
        return std::move(m_content);
    }

private:
    template <class Visit>
    static void forEachCell(vtkCellArray* cells, const Visit& visit)
    {
        const auto iterator = vtk::TakeSmartPointer(cells->NewIterator());
        for (iterator->GoToFirstCell(); !iterator->IsDoneWithTraversal(); iterator->GoToNextCell()) {
            vtkIdType size = 0;
            const vtkIdType* ids = nullptr;
            iterator->GetCurrentCell(size, ids);
            visit(size, ids);
        }
    }

    void add(vtkIdType a, vtkIdType b, vtkIdType c)
    {
        const auto count = static_cast<vtkIdType>(m_model.points.size());
        for (const vtkIdType corner : {a, b, c})
            if (corner < 0 || corner >= count) {
                ++m_content.facts.skippedIndices;
                return;
            }
        m_model.triangles.push_back(
            {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c)});
    }

    void addPolygon(vtkIdType size, const vtkIdType* ids)
    {
        std::vector<Vector3> corners;
        for (vtkIdType i = 0; i < size; ++i) {
            if (ids[i] < 0 || ids[i] >= static_cast<vtkIdType>(m_model.points.size())) {
                ++m_content.facts.skippedIndices;
                return;
            }
            corners.push_back(m_model.points[static_cast<std::size_t>(ids[i])]);
        }
        triangulate(corners, [&](std::size_t a, std::size_t b, std::size_t c) { add(ids[a], ids[b], ids[c]); });
    }

    vtkPolyData& m_data;
    MeshFileContent m_content;
    AnimatedModel& m_model = m_content.model;
};

} // namespace

MeshFileContent contentOf(vtkPolyData& data) { return Taker(data).run(); }

MeshFileContent contentOf(const PolygonTable& table)
{
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (std::size_t i = 0; i + 2 < table.points.size(); i += 3)
        points->InsertNextPoint(&table.points[i]);
    vtkNew<vtkCellArray> polygons;
    std::size_t next = 0;
    for (const std::uint64_t end : table.ends) {
        polygons->InsertNextCell(static_cast<int>(end - next));
        for (; next < end; ++next) {
            const double index = table.corners[next];
            polygons->InsertCellPoint(index >= 0 && index < 4294967296.0 ? static_cast<vtkIdType>(index) : -1);
        }
    }
    vtkNew<vtkPolyData> data;
    data->SetPoints(points);
    data->SetPolys(polygons);
    return contentOf(*data);
}

MeshFileContent readWithVtk(const std::string& path)
{
    vtkNew<vtkXMLPolyDataReader> reader;
    VtkErrors errors;
    errors.listenTo(*reader);
    reader->SetFileName(path.c_str());
    reader->Update();
    errors.throwIfAny();
    return contentOf(*reader->GetOutput());
}

} // namespace sastrugi
