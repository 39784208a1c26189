#include "app/render/VolumeActor.h"

#include <vtkColorTransferFunction.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkOpenGLGPUVolumeRayCastMapper.h>
#include <vtkPiecewiseFunction.h>
#include <vtkPointData.h>
#include <vtkRenderer.h>
#include <vtkVolume.h>
#include <vtkVolumeProperty.h>

#include <algorithm>

namespace sastrugi
{

struct VolumeActor::Parts {
    vtkNew<vtkImageData> image;
    vtkNew<vtkOpenGLGPUVolumeRayCastMapper> mapper;
    vtkNew<vtkVolume> volume;
    vtkNew<vtkPiecewiseFunction> opacity;
    vtkNew<vtkColorTransferFunction> colours;
    bool isReduced = false;

    void setUp(vtkRenderer& renderer)
    {
        mapper->SetInputData(image);
        mapper->SetBlendModeToComposite();
        mapper->AutoAdjustSampleDistancesOff();
        mapper->UseJitteringOn(); // instead of rings
        vtkVolumeProperty* property = volume->GetProperty();
        property->SetInterpolationTypeToLinear();
        property->SetScalarOpacity(opacity);
        property->SetColor(colours);
        property->ShadeOn();
        property->SetAmbient(0.5);
        property->SetDiffuse(0.85);
        property->SetSpecular(0);
        volume->SetMapper(mapper);
        volume->PickableOff();
        volume->VisibilityOff();
        renderer.AddVolume(volume);
    }

    void setSteps(double voxelSize)
    {
        mapper->SetSampleDistance(static_cast<float>((isReduced ? 2 : 0.5) * voxelSize));
        mapper->SetImageSampleDistance(isReduced ? 3 : 1);
    }
};

VolumeActor::VolumeActor(vtkRenderer& renderer) : m_renderer(renderer), m_parts(std::make_unique<Parts>())
{
    m_parts->setUp(renderer);
}

VolumeActor::~VolumeActor() { m_renderer.RemoveVolume(m_parts->volume); }

void VolumeActor::show(std::shared_ptr<const VoxelGrid> grid)
{
    if (grid == m_grid)
        return;
    m_grid = std::move(grid);
    const bool isThere = m_grid && !m_grid->values.empty();
    Parts& p = *m_parts;
    p.volume->SetVisibility(isThere);
    if (!isThere)
        return;
    vtkNew<vtkFloatArray> values; // VTK only reads
    values->SetName("density");
    values->SetArray(const_cast<float*>(m_grid->values.data()), static_cast<vtkIdType>(m_grid->values.size()), 1);
    p.image->SetDimensions(static_cast<int>(m_grid->counts[0]), static_cast<int>(m_grid->counts[1]),
                           static_cast<int>(m_grid->counts[2]));
    p.image->SetSpacing(m_grid->voxelSize, m_grid->voxelSize, m_grid->voxelSize);
    p.image->SetOrigin(m_grid->origin.x(), m_grid->origin.y(), m_grid->origin.z());
    p.image->GetPointData()->SetScalars(values);
    p.image->Modified();
    const double most = *std::ranges::max_element(m_grid->values);
    p.opacity->RemoveAllPoints();
    p.opacity->AddPoint(0, 0);
    p.opacity->AddPoint(0.05 * most, 0.02);
    p.opacity->AddPoint(0.5 * most, 0.9);
    p.opacity->AddPoint(most, 1);
    p.colours->RemoveAllPoints();
    p.colours->AddRGBPoint(0, 0.80, 0.87, 0.95);
    p.colours->AddRGBPoint(0.5 * most, 0.94, 0.96, 0.98);
    p.colours->AddRGBPoint(most, 0.97, 0.98, 0.99);
    p.volume->GetProperty()->SetScalarOpacityUnitDistance(m_grid->voxelSize);
    p.setSteps(m_grid->voxelSize);
}

void VolumeActor::setReduced(bool isReduced)
{
    m_parts->isReduced = isReduced;
    if (m_grid)
        m_parts->setSteps(m_grid->voxelSize);
}

Bounds VolumeActor::bounds() const { return m_grid ? m_grid->bounds() : Bounds(); }

} // namespace sastrugi
