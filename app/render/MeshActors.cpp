#include "app/render/MeshActors.h"

#include "app/render/scalars.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkLookupTable.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPlane.h>
#include <vtkPlaneCollection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkPolyDataNormals.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTypeInt32Array.h>

#include <algorithm>

namespace sastrugi
{

namespace
{

/// Relative to `origin`, so that single precision is enough for what is drawn.
void fill(vtkPolyData& data, const TriangleMesh& mesh, const Vector3& origin)
{
    vtkNew<vtkPoints> points;
    points->SetDataTypeToFloat();
    points->SetNumberOfPoints(static_cast<vtkIdType>(mesh.points.size()));
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        const Vector3 p = mesh.points[i] - origin;
        points->SetPoint(static_cast<vtkIdType>(i), p.x(), p.y(), p.z());
    }
    vtkNew<vtkTypeInt32Array> corners;
    corners->SetNumberOfValues(static_cast<vtkIdType>(3 * mesh.triangles.size()));
    vtkIdType next = 0;
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            corners->SetValue(next++, static_cast<std::int32_t>(corner));
    vtkNew<vtkCellArray> cells;
    cells->SetData(3, corners);
    data.SetPoints(points);
    data.SetPolys(cells);
}

/// `pose` of points that are relative to `origin`.
vtkNew<vtkMatrix4x4> matrixOf(const RigidPose& pose, const Vector3& origin)
{
    vtkNew<vtkMatrix4x4> matrix;
    const Vector3 place = pose(origin);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            matrix->SetElement(row, column, pose.rotation(row, column));
        matrix->SetElement(row, 3, place[row]);
    }
    return matrix;
}

} // namespace

Bounds MeshItem::bounds() const
{
    const Bounds own = mesh->bounds();
    if (own.isEmpty())
        return own;
    // Of the turned box: it holds the turned mesh.
    Bounds turned;
    for (int corner = 0; corner < 8; ++corner)
        turned.add(
            pose(Vector3((corner & 1 ? own.maximum : own.minimum).x(), (corner & 2 ? own.maximum : own.minimum).y(),
                         (corner & 4 ? own.maximum : own.minimum).z())));
    return turned;
}

bool MeshItem::operator==(const MeshItem& other) const
{
    return name == other.name && mesh == other.mesh && colour == other.colour && opacity == other.opacity &&
           isWire == other.isWire && hasEdges == other.hasEdges && isSmooth == other.isSmooth &&
           attributes == other.attributes && pose.rotation == other.pose.rotation &&
           pose.translation == other.pose.translation;
}

struct MeshActors::Prepared {
    std::shared_ptr<const TriangleMesh> mesh;
    std::shared_ptr<const Attributes> attributes;
    Bounds bounds;
    vtkNew<vtkPolyData> data;
    vtkNew<vtkPolyDataMapper> mapper;
    std::vector<vtkNew<vtkActor>> actors; // one for each item that shows it
};

MeshActors::MeshActors(vtkRenderer& renderer, Colours& colours) : m_renderer(renderer), m_colours(colours) {}

MeshActors::~MeshActors() { show({}); }

MeshActors::Prepared& MeshActors::prepared(const MeshItem& item)
{
    const std::shared_ptr<const TriangleMesh>& mesh = item.mesh;
    std::unique_ptr<Prepared>& entry = m_prepared[mesh.get()];
    if (entry)
        return *entry;
    entry = std::make_unique<Prepared>();
    entry->mesh = mesh;
    entry->attributes = item.attributes;
    entry->bounds = mesh->bounds();
    fill(*entry->data, *mesh, entry->bounds.isEmpty() ? Vector3(0, 0, 0) : entry->bounds.centre());
    vtkNew<vtkPolyDataNormals> normals;
    normals->SetInputData(entry->data);
    normals->SetFeatureAngle(40);
    normals->SetSplitting(!item.isSmooth);
    normals->SetConsistency(!item.isSmooth); // it is so already, and making it so takes long
    entry->mapper->SetInputConnection(normals->GetOutputPort());
    entry->mapper->SetLookupTable(&m_colours.table());
    entry->mapper->UseLookupTableScalarRangeOn();
    colour(*entry);
    cut(*entry);
    return *entry;
}

void MeshActors::show(const std::vector<MeshItem>& items)
{
    if (items == m_items)
        return;
    for (const auto& [mesh, entry] : m_prepared) {
        for (const vtkNew<vtkActor>& actor : entry->actors)
            m_renderer.RemoveActor(actor);
        entry->actors.clear();
    }
    for (const MeshItem& item : items) {
        Prepared& entry = prepared(item);
        vtkNew<vtkActor>& actor = entry.actors.emplace_back();
        actor->SetMapper(entry.mapper);
        const Vector3 origin = entry.bounds.isEmpty() ? Vector3(0, 0, 0) : entry.bounds.centre();
        actor->SetUserMatrix(matrixOf(item.pose, origin));
        vtkProperty* look = actor->GetProperty();
        look->SetColor(item.colour.red, item.colour.green, item.colour.blue);
        look->SetAmbient(item.isWire ? 1 : 0.35);
        look->SetDiffuse(item.isWire ? 0 : 0.65);
        look->SetOpacity(item.opacity);
        if (item.isWire)
            look->SetRepresentationToWireframe();
        look->SetEdgeVisibility(item.hasEdges && !item.isWire);
        look->SetEdgeColor(0.6 * item.colour.red, 0.6 * item.colour.green, 0.6 * item.colour.blue);
        m_renderer.AddActor(actor);
    }
    std::erase_if(m_prepared, [](const auto& entry) { return entry.second->actors.empty(); });
    m_items = items;
}

void MeshActors::colour()
{
    for (const auto& [mesh, entry] : m_prepared)
        colour(*entry);
}

void MeshActors::colour(Prepared& entry) const
{
    const std::string& attribute = m_colours.colouring().attribute;
    const bool isColoured = entry.attributes && !attribute.empty() && entry.attributes->find(attribute);
    entry.mapper->SetScalarVisibility(isColoured);
    if (!isColoured)
        return;
    const std::vector<float> scalars = scalarsOf(*entry.attributes, attribute);
    vtkNew<vtkFloatArray> array;
    array->SetName("colour");
    array->SetNumberOfTuples(static_cast<vtkIdType>(scalars.size()));
    std::ranges::copy(scalars, array->GetPointer(0));
    entry.data->GetPointData()->SetScalars(array);
    entry.data->Modified();
    m_colours.take(scalars);
}

bool MeshActors::isColoured() const
{
    return std::ranges::any_of(m_prepared,
                               [](const auto& entry) { return entry.second->mapper->GetScalarVisibility(); });
}

void MeshActors::setSlice(const std::optional<Slice>& slice)
{
    if (slice == m_slice)
        return;
    m_slice = slice;
    for (const auto& [mesh, entry] : m_prepared)
        cut(*entry);
}

void MeshActors::cut(Prepared& entry) const
{
    entry.mapper->RemoveAllClippingPlanes();
    if (!m_slice)
        return;
    const auto add = [&](const Vector3& inward, const Vector3& point) {
        vtkNew<vtkPlane> plane;
        plane->SetNormal(inward.x(), inward.y(), inward.z());
        plane->SetOrigin(point.x(), point.y(), point.z());
        entry.mapper->AddClippingPlane(plane);
    };
    const Vector3& n = m_slice->normal;
    add(-n, (m_slice->offset + 0.5 * m_slice->thickness) * n);
    if (m_slice->thickness > 0)
        add(n, (m_slice->offset - 0.5 * m_slice->thickness) * n);
}

Bounds MeshActors::bounds() const
{
    Bounds all;
    for (const MeshItem& item : m_items)
        all.add(item.bounds());
    return all;
}

} // namespace sastrugi
