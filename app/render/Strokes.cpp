#include "app/render/Strokes.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

namespace sastrugi
{

namespace
{

vtkNew<vtkPolyData> polyDataOf(const Strokes& strokes)
{
    vtkNew<vtkPoints> points;
    points->SetDataTypeToFloat();
    vtkNew<vtkUnsignedCharArray> colours;
    colours->SetNumberOfComponents(3);
    for (std::size_t i = 0; i < strokes.points.size(); ++i) {
        points->InsertNextPoint(strokes.points[i].data());
        colours->InsertNextTypedTuple(strokes.colours[i].data());
    }
    vtkNew<vtkCellArray> dots, lines, triangles;
    if (strokes.hasDots) {
        dots->InsertNextCell(static_cast<int>(strokes.points.size()));
        for (std::size_t i = 0; i < strokes.points.size(); ++i)
            dots->InsertCellPoint(static_cast<vtkIdType>(i));
    }
    for (const auto& line : strokes.lines) {
        lines->InsertNextCell(static_cast<int>(line.size()));
        for (const std::uint32_t point : line)
            lines->InsertCellPoint(point);
    }
    for (const auto& triangle : strokes.triangles)
        triangles->InsertNextCell({triangle[0], triangle[1], triangle[2]});
    vtkNew<vtkPolyData> data;
    data->SetPoints(points);
    data->GetPointData()->SetScalars(colours);
    data->SetVerts(dots);
    data->SetLines(lines);
    data->SetPolys(triangles);
    return data;
}

} // namespace

struct StrokeActors::Prepared {
    vtkRenderer& renderer;
    vtkNew<vtkPolyDataMapper> mapper{};
    vtkNew<vtkActor> actor{};

    explicit Prepared(vtkRenderer& in) : renderer(in) { renderer.AddActor(actor); }
    ~Prepared() { renderer.RemoveActor(actor); }
};

StrokeActors::StrokeActors(vtkRenderer& renderer, vtkRenderer& above) : m_renderer(renderer), m_above(above) {}

StrokeActors::~StrokeActors() { show({}); }

void StrokeActors::show(const std::vector<std::shared_ptr<const Strokes>>& strokes)
{
    if (strokes == m_shown)
        return;
    std::vector<std::unique_ptr<Prepared>> before = std::exchange(m_prepared, {});
    for (const auto& shown : strokes) {
        const auto known = std::ranges::find(m_shown, shown);
        const auto index = static_cast<std::size_t>(known - m_shown.begin());
        if (known != m_shown.end() && before[index]) {
            m_prepared.push_back(std::move(before[index]));
            continue;
        }
        auto& made = *m_prepared.emplace_back(std::make_unique<Prepared>(shown->isAbove ? m_above : m_renderer));
        made.mapper->SetInputData(polyDataOf(*shown));
        made.actor->SetMapper(made.mapper);
        made.actor->SetPosition(shown->origin.x(), shown->origin.y(), shown->origin.z());
        made.actor->GetProperty()->LightingOff();
        made.actor->GetProperty()->SetLineWidth(static_cast<float>(m_scale * shown->width));
        made.actor->GetProperty()->SetPointSize(static_cast<float>(m_scale * shown->width));
        made.actor->UseBoundsOff();
        made.actor->PickableOff();
    }
    m_shown = strokes;
}

Bounds StrokeActors::bounds() const
{
    Bounds all;
    for (const auto& made : m_prepared) {
        double box[6];
        made->actor->GetBounds(box);
        if (box[0] <= box[1])
            all.add(Bounds{{box[0], box[2], box[4]}, {box[1], box[3], box[5]}});
    }
    return all;
}

void StrokeActors::setScale(double scale)
{
    m_scale = scale;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        m_prepared[i]->actor->GetProperty()->SetLineWidth(static_cast<float>(scale * m_shown[i]->width));
        m_prepared[i]->actor->GetProperty()->SetPointSize(static_cast<float>(scale * m_shown[i]->width));
    }
}

} // namespace sastrugi
