#include "app/render/Ground.h"

#include "app/render/screenColour.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

namespace sastrugi
{

struct Ground::Parts {
    vtkNew<vtkPolyData> lines;
    vtkNew<vtkActor> actor;
    Colour colour = {0.33, 0.37, 0.42};
    double spacing = 0, extent = 0;
    Vector3 centre = {0, 0, 0};

    void addLine(vtkPoints& points, vtkCellArray& cells, vtkUnsignedCharArray& colours, const Vector3& from,
                 const Vector3& to, const Colour& lineColour) const
    {
        const vtkIdType first = points.InsertNextPoint(from.x(), from.y(), from.z());
        const vtkIdType second = points.InsertNextPoint(to.x(), to.y(), to.z());
        cells.InsertNextCell({first, second});
        colours.InsertNextTypedTuple(toBytes(lineColour).data());
    }

    void build()
    {
        vtkNew<vtkPoints> points;
        vtkNew<vtkCellArray> cells;
        vtkNew<vtkUnsignedCharArray> colours;
        colours->SetNumberOfComponents(3);
        const int half = spacing > 0 ? static_cast<int>(std::lround(extent / spacing)) : 0;
        const Colour red = {0.75, 0.30, 0.32}, green = {0.36, 0.62, 0.33};
        for (int i = -half; i <= half; ++i) {
            const double x = centre.x() + i * spacing, y = centre.y() + i * spacing;
            const bool isAxisY = std::abs(x) < 0.5 * spacing, isAxisX = std::abs(y) < 0.5 * spacing;
            addLine(*points, *cells, *colours, {x, centre.y() - extent, 0}, {x, centre.y() + extent, 0},
                    isAxisY ? green : colour);
            addLine(*points, *cells, *colours, {centre.x() - extent, y, 0}, {centre.x() + extent, y, 0},
                    isAxisX ? red : colour);
        }
        lines->SetPoints(points);
        lines->SetLines(cells);
        lines->GetCellData()->SetScalars(colours);
        lines->Modified();
    }
};

Ground::Ground(vtkRenderer& renderer) : m_parts(std::make_unique<Parts>())
{
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(m_parts->lines);
    m_parts->actor->SetMapper(mapper);
    m_parts->actor->GetProperty()->LightingOff();
    m_parts->actor->UseBoundsOff(); // it is no part of what is looked at
    m_parts->actor->PickableOff();
    renderer.AddActor(m_parts->actor);
    showAround({});
}

Ground::~Ground() = default;

void Ground::showAround(const Bounds& bounds)
{
    Parts& p = *m_parts;
    const double size = bounds.isEmpty() ? 2 : std::max({1e-4, bounds.size().x(), bounds.size().y()});
    const double spacing = std::pow(10, std::round(std::log10(size / 8)));
    const double extent = spacing * std::ceil(0.9 * size / spacing + 2);
    const Vector3 middle = bounds.isEmpty() ? Vector3(0, 0, 0) : bounds.centre();
    const Vector3 centre(spacing * std::round(middle.x() / spacing), spacing * std::round(middle.y() / spacing), 0);
    if (spacing == p.spacing && extent == p.extent && centre == p.centre)
        return;
    p.spacing = spacing;
    p.extent = extent;
    p.centre = centre;
    p.build();
}

void Ground::setVisible(bool isVisible) { m_parts->actor->SetVisibility(isVisible); }

void Ground::setColour(const Colour& colour)
{
    if (colour == m_parts->colour)
        return;
    m_parts->colour = colour;
    m_parts->build();
}

Bounds Ground::bounds() const
{
    const Vector3 half(m_parts->extent, m_parts->extent, 0);
    return {m_parts->centre - half, m_parts->centre + half};
}

double Ground::spacing() const { return m_parts->spacing; }

} // namespace sastrugi
