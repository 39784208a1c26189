#include "app/render/View.h"

#include "app/render/Ground.h"
#include "app/render/pick.h"

#include <vtkActor2D.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCoordinate.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkLight.h>
#include <vtkLookupTable.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkProperty2D.h>
#include <vtkRenderer.h>
#include <vtkScalarBarActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sastrugi
{

struct View::Parts {
    vtkNew<vtkRenderer> renderer, above;
    vtkNew<vtkScalarBarActor> bar;
    vtkNew<vtkActor2D> pane;
    std::unique_ptr<Ground> ground;

    /// One lamp beside the viewer, and the sky above: a floor is brighter than a wall.
    void setUpLights()
    {
        vtkNew<vtkLight> lamp, sky;
        lamp->SetLightTypeToCameraLight();
        lamp->SetPosition(-0.4, 0.5, 1);
        lamp->SetIntensity(0.55);
        sky->SetLightTypeToSceneLight();
        sky->SetPosition(0.2, -0.3, 1);
        sky->SetFocalPoint(0, 0, 0);
        sky->SetIntensity(0.45);
        renderer->AutomaticLightCreationOff();
        renderer->AddLight(lamp);
        renderer->AddLight(sky);
    }

    void setUpBar(vtkLookupTable& colours)
    {
        bar->SetLookupTable(&colours);
        bar->SetNumberOfLabels(5);
        bar->SetUnconstrainedFontSize(true);
        for (vtkTextProperty* text : {bar->GetTitleTextProperty(), bar->GetLabelTextProperty()}) {
            text->ItalicOff();
            text->ShadowOff();
            text->BoldOff();
        }
        bar->SetLabelFormat("%.4g");
        bar->SetPosition(barLeft, barBottom);
        bar->SetWidth(barWidth);
        bar->SetHeight(barHeight);
        setUpPane();
        renderer->AddActor2D(pane);
        above->SetLayer(1); // in one layer the pane would hide what is in front of it
        above->InteractiveOff();
        above->AddActor2D(bar);
    }

    /// Behind the bar: its words would be lost in front of snow.
    void setUpPane()
    {
        vtkNew<vtkPoints> corners;
        const double top = barBottom + barHeight + 0.03, low = barBottom - 0.03;
        for (const auto& [x, y] : {std::pair{2 * barMiddle - 1, low}, {1.0, low}, {1.0, top}, {2 * barMiddle - 1, top}})
            corners->InsertNextPoint(x, y, 0);
        vtkNew<vtkCellArray> faces;
        faces->InsertNextCell({0, 1, 2, 3});
        vtkNew<vtkPolyData> data;
        data->SetPoints(corners);
        data->SetPolys(faces);
        vtkNew<vtkCoordinate> shares;
        shares->SetCoordinateSystemToNormalizedViewport();
        vtkNew<vtkPolyDataMapper2D> mapper;
        mapper->SetInputData(data);
        mapper->SetTransformCoordinate(shares);
        pane->SetMapper(mapper);
        pane->GetProperty()->SetOpacity(0.55);
    }

    /// The title stands centred over the bar and must not leave the picture.
    void fitBar(const std::string& title, int width, int height)
    {
        const double size = std::clamp(height / 28.0, 8.0, 20.0);
        const double room = 2 * (1 - barMiddle) * width;
        const double widthOfLetter = 0.62; // of the size, of the letters that attributes have
        bar->SetTitle(title.c_str());
        bar->SetVerticalTitleSeparation(static_cast<int>(0.6 * size));
        bar->GetLabelTextProperty()->SetFontSize(static_cast<int>(size));
        bar->GetTitleTextProperty()->SetFontSize(
            static_cast<int>(std::min(size, room / (widthOfLetter * static_cast<double>(title.size())))));
    }

    static constexpr double barLeft = 0.87, barWidth = 0.07, barMiddle = barLeft + 0.5 * barWidth; // of the width
    static constexpr double barBottom = 0.12, barHeight = 0.5;                                     // of the height
};

View::View(GlContext context)
    : m_window(std::make_unique<RenderWindow>(std::move(context))), m_parts(std::make_unique<Parts>()),
      m_colours(std::make_unique<Colours>()), m_meshes(std::make_unique<MeshActors>(*m_parts->renderer, *m_colours)),
      m_particles(std::make_unique<ParticleActor>(*m_parts->renderer, *m_colours)),
      m_strokes(std::make_unique<StrokeActors>(*m_parts->renderer, *m_parts->above)),
      m_volume(std::make_unique<VolumeActor>(*m_parts->renderer))
{
    m_parts->ground = std::make_unique<Ground>(*m_parts->renderer);
    m_parts->setUpLights();
    m_parts->setUpBar(m_colours->table());
    m_parts->renderer->GradientBackgroundOn();
    m_window->vtk().SetNumberOfLayers(2);
    m_window->vtk().AddRenderer(m_parts->renderer);
    m_window->vtk().AddRenderer(m_parts->above);
    m_parts->above->SetActiveCamera(m_parts->renderer->GetActiveCamera());
    resize(m_width, m_height);
    m_look.scale = 0; // so that the default look is set
    setLook({});
}

View::~View() { m_window->end(); }

void View::setSlice(const std::optional<Slice>& slice, bool cutsMeshes)
{
    m_particles->setSlice(slice);
    m_meshes->setSlice(cutsMeshes ? slice : std::nullopt);
}

void View::resize(int width, int height)
{
    m_width = std::max(width, 1);
    m_height = std::max(height, 1);
    m_window->vtk().SetSize(m_width, m_height);
}

double View::aspect() const { return static_cast<double>(m_width) / m_height; }

void View::fit() { fit(bounds()); }

void View::fit(const Bounds& bounds)
{
    // The scalar bar keeps the right edge.
    m_camera.fit(bounds, (range() && m_look.hasScalarBar ? 0.85 : 1) * aspect());
}

void View::setLook(const ViewLook& look)
{
    if (look == m_look)
        return;
    m_look = look;
    Parts& p = *m_parts;
    p.renderer->SetBackground(look.low.red, look.low.green, look.low.blue);
    p.renderer->SetBackground2(look.high.red, look.high.green, look.high.blue);
    p.ground->setColour(look.grid);
    m_strokes->setScale(look.scale);
    p.pane->GetProperty()->SetColor(look.high.red, look.high.green, look.high.blue);
    for (vtkTextProperty* text : {p.bar->GetTitleTextProperty(), p.bar->GetLabelTextProperty()})
        text->SetColor(look.words.red, look.words.green, look.words.blue);
    p.bar->GetTitleTextProperty()->SetFontSize(static_cast<int>(std::lround(15 * look.scale)));
    p.bar->GetLabelTextProperty()->SetFontSize(static_cast<int>(std::lround(13 * look.scale)));
}

void View::setColouring(const Colouring& colouring)
{
    m_colours->set(colouring);
    m_particles->colour();
    m_meshes->colour();
}

std::optional<std::pair<double, double>> View::range() const
{
    return m_particles->isColoured() || m_meshes->isColoured() ? m_colours->range() : std::nullopt;
}

std::optional<Pick> View::pick(double x, double y) const
{
    const Ray ray = m_camera.rayAt(x, y);
    std::optional<Pick> nearest;
    if (const auto& frame = m_particles->frame())
        nearest = pickParticle(*frame, ray, m_particles->slice());
    for (const MeshItem& item : m_meshes->items())
        if (const std::optional<double> distance = hitDistance(item, ray, m_meshes->slice());
            distance && (!nearest || *distance < nearest->distance))
            nearest = Pick{*distance, ray.origin + *distance * ray.direction, -1, item.name};
    return nearest;
}

Bounds View::bounds() const
{
    Bounds all = m_meshes->bounds();
    if (m_particles->frame())
        all.add(boundsOf(*m_particles->frame()));
    all.add(m_volume->bounds());
    return all;
}

void View::setIsFast(bool isFast) { m_window->vtk().SetMultiSamples(isFast ? 0 : RenderWindow::smoothSamples); }

void View::render()
{
    Parts& p = *m_parts;
    const Vector3 eye = m_camera.position(), up = m_camera.up();
    vtkCamera* camera = p.renderer->GetActiveCamera();
    camera->SetFocalPoint(m_camera.target.x(), m_camera.target.y(), m_camera.target.z());
    camera->SetPosition(eye.x(), eye.y(), eye.z());
    camera->SetViewUp(up.x(), up.y(), up.z());
    camera->SetViewAngle(m_camera.viewAngle);
    camera->SetParallelProjection(m_camera.isOrthographic);
    camera->SetParallelScale(0.5 * m_camera.height());
    p.ground->setVisible(m_look.hasGround);
    Bounds seen = bounds();
    if (m_look.hasGround) {
        p.ground->showAround(seen);
        seen.add(p.ground->bounds());
    }
    seen.add(m_strokes->bounds());
    const bool hasBar = m_look.hasScalarBar && range().has_value();
    p.bar->SetVisibility(hasBar);
    p.pane->SetVisibility(hasBar);
    if (hasBar)
        p.fitBar(m_colours->colouring().attribute, m_width, m_height);
    double box[6] = {seen.minimum.x(), seen.maximum.x(), seen.minimum.y(),
                     seen.maximum.y(), seen.minimum.z(), seen.maximum.z()};
    if (!seen.isEmpty())
        p.renderer->ResetCameraClippingRange(box);
    m_window->vtk().Render();
}

Picture View::picture()
{
    render();
    vtkNew<vtkUnsignedCharArray> pixels;
    m_window->vtk().GetPixelData(0, 0, m_width - 1, m_height - 1, 0, pixels.Get(), 0);
    Picture picture{m_width, m_height, {}};
    const std::size_t row = 3 * static_cast<std::size_t>(m_width);
    picture.pixels.resize(row * static_cast<std::size_t>(m_height));
    for (int y = 0; y < m_height; ++y) // OpenGL's rows begin at the lower edge
        std::memcpy(picture.pixels.data() + y * row,
                    pixels->GetPointer(static_cast<vtkIdType>((m_height - 1 - y) * row)), row);
    return picture;
}

Bounds boundsOf(const Frame& frame)
{
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    Vector3f least = Vector3f::Constant(1e30f), most = Vector3f::Constant(-1e30f);
    for (std::size_t i = 0; i < frame.particles.count(); ++i) {
        const Vector3f centre(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
        least = least.cwiseMin(centre - Vector3f::Constant(radius[i]));
        most = most.cwiseMax(centre + Vector3f::Constant(radius[i]));
    }
    Bounds bounds;
    if (frame.particles.count() > 0)
        bounds = {frame.origin + least.cast<double>(), frame.origin + most.cast<double>()};
    return bounds;
}

} // namespace sastrugi
