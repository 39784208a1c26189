#include "app/render/SceneView.h"

#include "app/render/colourMap.h"
#include "engine/core/File.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkLight.h>
#include <vtkLookupTable.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPNGWriter.h>
#include <vtkPointData.h>
#include <vtkPointGaussianMapper.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkPolyDataNormals.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkScalarBarActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>
#include <vtkWindowToImageFilter.h>

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// A disk with the normal of a sphere: lit by a lamp over the viewer's left shoulder.
constexpr const char* sphereShader = R"(//VTK::Color::Impl
float squared = dot(offsetVCVSOutput.xy, offsetVCVSOutput.xy);
if (squared > 1.0) { discard; }
vec3 normal = vec3(offsetVCVSOutput.xy, sqrt(1.0 - squared));
float lit = 0.42 + 0.58 * max(0.0, dot(normal, normalize(vec3(-0.45, 0.6, 0.66))));
diffuseColor = diffuseColor * lit;
ambientColor = diffuseColor;
)";

vtkNew<vtkPolyData> polyDataOf(const TriangleMesh& mesh)
{
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (const Vector3& p : mesh.points)
        points->InsertNextPoint(p.x(), p.y(), p.z());
    vtkNew<vtkCellArray> cells;
    for (const auto& triangle : mesh.triangles)
        cells->InsertNextCell({static_cast<vtkIdType>(triangle[0]), static_cast<vtkIdType>(triangle[1]),
                               static_cast<vtkIdType>(triangle[2])});
    vtkNew<vtkPolyData> data;
    data->SetPoints(points);
    data->SetPolys(cells);
    return data;
}

/// One number per particle; of a vector its length.
std::vector<float> scalarsOf(const Frame& frame, const std::string& attribute)
{
    const AttributeArray* array = frame.particles.find(attribute);
    if (!array) {
        std::string known;
        for (const AttributeArray& other : frame.particles.arrays())
            known += (known.empty() ? "" : ", ") + other.name;
        fail(ErrorKind::Usage, "the particles have no attribute '{}'; they have {}", attribute, known);
    }
    const auto components = static_cast<std::size_t>(array->components);
    std::vector<float> scalars(frame.particles.count());
    const auto fill = [&](auto values) {
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            double squared = 0;
            for (std::size_t k = 0; k < components; ++k)
                squared += std::pow(static_cast<double>(values[components * i + k]), 2);
            scalars[i] =
                static_cast<float>(components > 1 ? std::sqrt(squared) : static_cast<double>(values[components * i]));
        }
    };
    switch (array->type) {
    case ElementType::Float32: fill(array->values<float>()); break;
    case ElementType::Float64: fill(array->values<double>()); break;
    case ElementType::UInt8: fill(array->values<std::uint8_t>()); break;
    case ElementType::UInt32: fill(array->values<std::uint32_t>()); break;
    case ElementType::UInt64: fill(array->values<std::uint64_t>()); break;
    }
    return scalars;
}

/// The range that leaves out a hundredth at each end: a few strays do not flatten the colours.
std::pair<double, double> usualRange(std::vector<float> values)
{
    if (values.empty())
        return {0, 1};
    const auto at = [&](double share) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), place, values.end());
        return static_cast<double>(*place);
    };
    const double low = at(0.01), high = at(0.99);
    return high > low ? std::pair(low, high) : std::pair(low - 0.5, high + 0.5);
}

/// Debian's GLEW is built for X: its initialisation ends with an error under EGL, after all that is needed was found.
class Window : public vtkGenericOpenGLRenderWindow
{
public:
    static Window* New();
    vtkTypeMacro(Window, vtkGenericOpenGLRenderWindow);

    void OpenGLInitContext() override
    {
        const int display = vtkObject::GetGlobalWarningDisplay();
        vtkObject::SetGlobalWarningDisplay(0);
        Superclass::OpenGLInitContext();
        vtkObject::SetGlobalWarningDisplay(display);
        Initialized = true;
        GlewInitValid = true;
    }
};
vtkStandardNewMacro(Window);

} // namespace

struct SceneView::Pipeline {
    vtkNew<Window> window;
    vtkNew<vtkRenderer> renderer;
    vtkNew<vtkPolyData> particles;
    vtkNew<vtkPointGaussianMapper> mapper;
    vtkNew<vtkActor> actor;
    vtkNew<vtkLookupTable> colours;
    vtkNew<vtkScalarBarActor> bar;
    bool hasRange = false;

    void addBoundary(const TriangleMesh& mesh);
    void setUpParticles(const ViewOptions& options);
};

void SceneView::Pipeline::addBoundary(const TriangleMesh& mesh)
{
    vtkNew<vtkPolyDataNormals> normals;
    normals->SetInputData(polyDataOf(mesh));
    normals->SetFeatureAngle(40);
    vtkNew<vtkPolyDataMapper> meshMapper;
    meshMapper->SetInputConnection(normals->GetOutputPort());
    vtkNew<vtkActor> meshActor;
    meshActor->SetMapper(meshMapper);
    meshActor->GetProperty()->SetColor(0.36, 0.41, 0.48);
    meshActor->GetProperty()->SetAmbient(0.35);
    meshActor->GetProperty()->SetDiffuse(0.65);
    renderer->AddActor(meshActor);
}

void SceneView::Pipeline::setUpParticles(const ViewOptions& options)
{
    mapper->SetInputData(particles);
    mapper->EmissiveOff();
    mapper->SetTriangleScale(2);
    mapper->SetSplatShaderCode(sphereShader);
    mapper->SetScaleArray("radius");
    mapper->SetScaleFactor(1);
    fillColours(*colours);
    mapper->SetLookupTable(colours);
    mapper->UseLookupTableScalarRangeOn();
    actor->SetMapper(mapper);
    renderer->AddActor(actor);
    if (options.colourBy.empty())
        return;
    bar->SetLookupTable(colours);
    bar->SetTitle(options.colourBy.c_str());
    bar->SetNumberOfLabels(5);
    bar->SetUnconstrainedFontSize(true);
    bar->GetTitleTextProperty()->SetFontSize(15);
    bar->GetLabelTextProperty()->SetFontSize(13);
    for (vtkTextProperty* text : {bar->GetTitleTextProperty(), bar->GetLabelTextProperty()}) {
        text->SetColor(0.92, 0.94, 0.97);
        text->ItalicOff();
        text->ShadowOff();
        text->BoldOff();
    }
    bar->SetPosition(0.9, 0.12);
    bar->SetWidth(0.07);
    bar->SetHeight(0.5);
    renderer->AddActor(bar);
}

SceneView::SceneView(const Scene& scene, const ViewOptions& options)
    : m_options(options), m_pipeline(std::make_unique<Pipeline>())
{
    vtkGenericOpenGLRenderWindow* window = m_pipeline->window;
    window->SetOwnContext(0);
    window->SetFrameBlitModeToNoBlit();
    window->SetMapped(1);
    window->SetMultiSamples(4);
    window->SetSize(options.width, options.height);
    window->AddRenderer(m_pipeline->renderer);
    // The context is current all the time, and of the kind that is needed.
    vtkNew<vtkCallbackCommand> yes;
    yes->SetCallback([](vtkObject*, unsigned long, void*, void* answer) { *static_cast<bool*>(answer) = true; });
    window->AddObserver(vtkCommand::WindowIsCurrentEvent, yes);
    vtkNew<vtkCallbackCommand> direct;
    direct->SetCallback([](vtkObject*, unsigned long, void*, void* answer) { *static_cast<int*>(answer) = 1; });
    window->AddObserver(vtkCommand::WindowIsDirectEvent, direct);
    window->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, direct);
    window->SetReadyForRendering(true);

    vtkRenderer* renderer = m_pipeline->renderer;
    renderer->SetBackground(0.10, 0.12, 0.15);
    renderer->SetBackground2(0.22, 0.27, 0.33);
    renderer->GradientBackgroundOn();
    for (const Boundary& boundary : scene.boundaries)
        m_pipeline->addBoundary(*boundary.mesh);
    m_pipeline->setUpParticles(options);
}

SceneView::~SceneView()
{
    m_pipeline->window->Finalize();
    m_pipeline->window->SetReadyForRendering(false);
}

void SceneView::lookAt(const Bounds& bounds)
{
    constexpr double halfAngle = 15 * 3.14159265358979 / 180, margin = 1.12;
    const Vector3 back = m_options.direction.normalized(), right = Vector3(0, 0, 1).cross(back).normalized(),
                  up = back.cross(right), centre = bounds.centre();
    const double tangentUp = std::tan(halfAngle) / margin;
    // The scalar bar keeps the right edge.
    const double tangentRight = tangentUp * 0.85 * m_options.width / m_options.height;
    double distance = 1e-6;
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3 sign((corner & 1) ? 1 : -1, (corner & 2) ? 1 : -1, (corner & 4) ? 1 : -1);
        const Vector3 offset = 0.5 * bounds.size().cwiseProduct(sign);
        distance = std::max({distance, offset.dot(back) + std::abs(offset.dot(up)) / tangentUp,
                             offset.dot(back) + std::abs(offset.dot(right)) / tangentRight});
    }
    vtkCamera* camera = m_pipeline->renderer->GetActiveCamera();
    const Vector3 eye = centre + distance * back;
    camera->SetViewAngle(2 * halfAngle * 180 / 3.14159265358979);
    camera->SetFocalPoint(centre.x(), centre.y(), centre.z());
    camera->SetPosition(eye.x(), eye.y(), eye.z());
    camera->SetViewUp(0, 0, 1);
}

void SceneView::show(const Frame& frame)
{
    const std::size_t count = frame.particles.count();
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    vtkNew<vtkPoints> points;
    points->SetDataTypeToFloat();
    points->SetNumberOfPoints(static_cast<vtkIdType>(count));
    vtkNew<vtkFloatArray> radii;
    radii->SetName("radius");
    radii->SetNumberOfTuples(static_cast<vtkIdType>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = static_cast<vtkIdType>(i);
        points->SetPoint(id, frame.origin.x() + static_cast<double>(position[3 * i]),
                         frame.origin.y() + static_cast<double>(position[3 * i + 1]),
                         frame.origin.z() + static_cast<double>(position[3 * i + 2]));
        radii->SetValue(id, radius[i]);
    }
    Pipeline& p = *m_pipeline;
    p.particles->SetPoints(points);
    p.particles->GetPointData()->AddArray(radii);
    if (m_options.colourBy.empty()) {
        p.mapper->ScalarVisibilityOff();
        return;
    }
    const std::vector<float> scalars = scalarsOf(frame, m_options.colourBy);
    if (!p.hasRange && count > 0) {
        const auto [low, high] = m_options.rangeMaximum > m_options.rangeMinimum
                                     ? std::pair(m_options.rangeMinimum, m_options.rangeMaximum)
                                     : usualRange(scalars);
        p.colours->SetTableRange(low, high);
        p.hasRange = true;
    }
    vtkNew<vtkFloatArray> values;
    values->SetName("colour");
    values->SetNumberOfTuples(static_cast<vtkIdType>(count));
    std::copy(scalars.begin(), scalars.end(), values->GetPointer(0));
    p.particles->GetPointData()->SetScalars(values);
}

void SceneView::writePng(const std::filesystem::path& file)
{
    m_pipeline->renderer->ResetCameraClippingRange();
    m_pipeline->window->Render();
    vtkNew<vtkWindowToImageFilter> image;
    image->SetInput(m_pipeline->window);
    image->SetInputBufferTypeToRGB();
    image->ReadFrontBufferOff();
    image->ShouldRerenderOff();
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputConnection(image->GetOutputPort());
    writer->WriteToMemoryOn();
    writer->Write();
    vtkUnsignedCharArray* bytes = writer->GetResult();
    const auto* data = reinterpret_cast<const std::byte*>(bytes->GetPointer(0));
    FileLayer().writeAtomically(file, {data, static_cast<std::size_t>(bytes->GetNumberOfTuples())});
}

Bounds boundsOf(const Frame& frame)
{
    Bounds bounds;
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    for (std::size_t i = 0; i < frame.particles.count(); ++i) {
        const Vector3 centre = frame.origin + Vector3(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
        bounds.add(centre + Vector3::Constant(static_cast<double>(radius[i])));
        bounds.add(centre - Vector3::Constant(static_cast<double>(radius[i])));
    }
    return bounds;
}

} // namespace sastrugi
