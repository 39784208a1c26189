#include "app/render/ParticleActor.h"

#include "app/render/scalars.h"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkLookupTable.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPointGaussianMapper.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <numeric>
#include <vector>

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

/// The k-th of n particles of a fixed order in which any first part is spread evenly over all.
std::size_t spread(std::size_t k, std::size_t n, std::size_t step) { return k * step % n; }

/// Near the golden section of n, without a common divisor.
std::size_t spreadStep(std::size_t n)
{
    std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(0.6180339887 * static_cast<double>(n)));
    while (std::gcd(step, n) != 1)
        ++step;
    return step;
}

vtkNew<vtkFloatArray> arrayOf(std::size_t tuples, int components, const char* name)
{
    vtkNew<vtkFloatArray> array;
    array->SetName(name);
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(static_cast<vtkIdType>(tuples));
    return array;
}

/// One actor with its points.
struct Cloud {
    vtkNew<vtkPolyData> data;
    vtkNew<vtkPointGaussianMapper> mapper;
    vtkNew<vtkActor> actor;
    // VTK points into their memory.
    std::shared_ptr<const Frame> heldFrame;
    std::shared_ptr<const std::vector<float>> heldScalars;
    int version = -1; // of what it was filled with

    void setUp(vtkRenderer& renderer, vtkLookupTable& colours)
    {
        mapper->SetInputData(data);
        mapper->EmissiveOff();
        mapper->SetLookupTable(&colours);
        mapper->UseLookupTableScalarRangeOn();
        actor->SetMapper(mapper);
        actor->GetProperty()->SetColor(0.94, 0.96, 0.98);
        renderer.AddActor(actor);
    }

    /// The particles at `indices`; with all, the frame's own memory.
    void fill(std::shared_ptr<const Frame> shownFrame, std::shared_ptr<const std::vector<float>> shownScalars,
              const std::vector<std::uint32_t>* indices)
    {
        const Frame& frame = *shownFrame;
        const auto position = frame.particles.get<float>("position", 3);
        const auto radius = frame.particles.get<float>("radius");
        const std::size_t count = indices ? indices->size() : frame.particles.count();
        const auto gathered = [&](std::span<const float> values, int components, const char* name) {
            if (!indices) {
                vtkNew<vtkFloatArray> shared; // VTK only reads
                shared->SetName(name);
                shared->SetNumberOfComponents(components);
                shared->SetArray(const_cast<float*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
                return shared;
            }
            vtkNew<vtkFloatArray> own = arrayOf(count, components, name);
            float* to = own->GetPointer(0);
            for (const std::uint32_t i : *indices)
                for (int c = 0; c < components; ++c)
                    *to++ = values[static_cast<std::size_t>(components) * i + static_cast<std::size_t>(c)];
            return own;
        };
        vtkNew<vtkPoints> points;
        points->SetData(gathered(position, 3, "position"));
        data->SetPoints(points);
        data->GetPointData()->Initialize();
        data->GetPointData()->AddArray(gathered(radius, 1, "radius"));
        if (shownScalars)
            data->GetPointData()->SetScalars(gathered(*shownScalars, 1, "colour"));
        mapper->SetScalarVisibility(shownScalars != nullptr);
        actor->SetPosition(frame.origin.x(), frame.origin.y(), frame.origin.z());
        data->Modified();
        heldFrame = std::move(shownFrame);
        heldScalars = std::move(shownScalars);
    }
};

} // namespace

struct ParticleActor::Parts {
    Cloud all, some;
    Colours& colours;
    std::shared_ptr<const Frame> frame;
    int version = 0;
    std::optional<Slice> slice;
    std::shared_ptr<const std::vector<float>> scalars; // null: white
    bool isReduced = false;

    explicit Parts(Colours& of) : colours(of) {}

    bool canBeReduced() const { return frame && frame->particles.count() > leastReduced; }

    void colour()
    {
        ++version;
        scalars.reset();
        const std::string& attribute = colours.colouring().attribute;
        if (!frame || attribute.empty() || !frame->particles.find(attribute))
            return;
        scalars = std::make_shared<std::vector<float>>(scalarsOf(frame->particles, attribute));
        colours.take(*scalars);
    }

    /// Those that are drawn; nothing: all.
    std::optional<std::vector<std::uint32_t>> chosen(bool reduced) const
    {
        if (!slice && !reduced)
            return std::nullopt;
        const std::size_t n = frame->particles.count(), step = spreadStep(std::max<std::size_t>(n, 1));
        const auto position = frame->particles.get<float>("position", 3);
        const std::size_t most = reduced ? reducedCount : n;
        std::vector<std::uint32_t> indices;
        for (std::size_t k = 0; k < n && indices.size() < most; ++k) {
            const std::size_t i = reduced ? spread(k, n, step) : k;
            const Vector3 at(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
            if (!slice || slice->holds(frame->origin + at))
                indices.push_back(static_cast<std::uint32_t>(i));
        }
        return indices;
    }

    void fill()
    {
        const bool reduced = isReduced && canBeReduced();
        all.actor->SetVisibility(frame && !reduced);
        some.actor->SetVisibility(frame && reduced);
        if (!frame)
            return;
        Cloud& cloud = reduced ? some : all;
        if (std::exchange(cloud.version, version) == version)
            return;
        const std::optional<std::vector<std::uint32_t>> indices = chosen(reduced);
        cloud.fill(frame, scalars, indices ? &*indices : nullptr);
    }
};

ParticleActor::ParticleActor(vtkRenderer& renderer, Colours& colours) : m_parts(std::make_unique<Parts>(colours))
{
    Parts& p = *m_parts;
    p.all.setUp(renderer, colours.table());
    p.all.mapper->SetTriangleScale(2);
    p.all.mapper->SetSplatShaderCode(sphereShader);
    p.all.mapper->SetScaleArray("radius");
    p.all.mapper->SetScaleFactor(1);
    p.some.setUp(renderer, colours.table());
    p.some.mapper->SetScaleFactor(0);
    p.some.actor->GetProperty()->SetPointSize(3);
    p.fill();
}

ParticleActor::~ParticleActor() = default;

bool ParticleActor::isReduced() const { return m_parts->isReduced; }
const std::shared_ptr<const Frame>& ParticleActor::frame() const { return m_parts->frame; }
const std::optional<Slice>& ParticleActor::slice() const { return m_parts->slice; }
bool ParticleActor::isColoured() const { return m_parts->scalars != nullptr; }

void ParticleActor::show(std::shared_ptr<const Frame> frame)
{
    if (frame == m_parts->frame)
        return;
    m_parts->frame = std::move(frame);
    m_parts->colour();
    m_parts->fill();
}

void ParticleActor::colour()
{
    m_parts->colour();
    m_parts->fill();
}

void ParticleActor::setSlice(const std::optional<Slice>& slice)
{
    if (slice == m_parts->slice)
        return;
    m_parts->slice = slice;
    ++m_parts->version;
    m_parts->fill();
}

void ParticleActor::setReduced(bool isReduced)
{
    if (isReduced == m_parts->isReduced)
        return;
    m_parts->isReduced = isReduced;
    m_parts->fill();
}

} // namespace sastrugi
