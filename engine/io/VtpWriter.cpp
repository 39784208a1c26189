// VTP by VTK's own writer, into memory: what reaches the disk goes through the FileLayer like every other file.
#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/io/ParticleWriter.h"
#include "engine/io/SeriesIndex.h"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt32Array.h>
#include <vtkTypeUInt32Array.h>
#include <vtkTypeUInt64Array.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

#include <optional>

namespace sastrugi
{

namespace
{

/// A view: the attribute must outlive the array.
template <class Array, class T>
vtkSmartPointer<vtkDataArray> viewAs(const AttributeArray& attribute)
{
    const auto values = attribute.values<T>();
    auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfComponents(attribute.components);
    static_assert(sizeof(typename Array::ValueType) == sizeof(T)); // long and long long are different types
    array->SetArray(reinterpret_cast<typename Array::ValueType*>(const_cast<T*>(values.data())),
                    static_cast<vtkIdType>(values.size()), 1);
    return array;
}

vtkSmartPointer<vtkDataArray> viewOf(const AttributeArray& attribute)
{
    vtkSmartPointer<vtkDataArray> array;
    switch (attribute.type) {
    case ElementType::Float32: array = viewAs<vtkFloatArray, float>(attribute); break;
    case ElementType::Float64: array = viewAs<vtkDoubleArray, double>(attribute); break;
    case ElementType::UInt8: array = viewAs<vtkUnsignedCharArray, std::uint8_t>(attribute); break;
    case ElementType::UInt32: array = viewAs<vtkTypeUInt32Array, std::uint32_t>(attribute); break;
    case ElementType::UInt64: array = viewAs<vtkTypeUInt64Array, std::uint64_t>(attribute); break;
    }
    array->SetName(attribute.name.c_str());
    return array;
}

vtkSmartPointer<vtkPoints> pointsOf(const Frame& frame)
{
    const AttributeArray& position = *frame.particles.find("position");
    auto points = vtkSmartPointer<vtkPoints>::New();
    if (frame.origin.isZero(0)) {
        points->SetData(viewOf(position));
        return points;
    }
    vtkNew<vtkDoubleArray> coordinates;
    coordinates->SetNumberOfComponents(3);
    coordinates->SetNumberOfTuples(static_cast<vtkIdType>(frame.particles.count()));
    const auto local = position.values<float>();
    double* target = coordinates->GetPointer(0);
    parallelFor(frame.particles.count(), [&](std::size_t i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            target[3 * i + axis] =
                frame.origin[static_cast<Eigen::Index>(axis)] + static_cast<double>(local[3 * i + axis]);
    });
    points->SetData(coordinates);
    return points;
}

/// One vertex cell per particle: without cells, nothing is shown by default.
vtkSmartPointer<vtkCellArray> vertexCells(std::size_t count)
{
    vtkNew<vtkTypeInt32Array> offsets, connectivity;
    offsets->SetNumberOfValues(static_cast<vtkIdType>(count) + 1);
    connectivity->SetNumberOfValues(static_cast<vtkIdType>(count));
    for (std::size_t i = 0; i <= count; ++i)
        offsets->SetValue(static_cast<vtkIdType>(i), static_cast<int>(i));
    for (std::size_t i = 0; i < count; ++i)
        connectivity->SetValue(static_cast<vtkIdType>(i), static_cast<int>(i));
    auto cells = vtkSmartPointer<vtkCellArray>::New();
    cells->SetData(offsets, connectivity);
    return cells;
}

std::string encode(const Frame& frame, const std::filesystem::path& path)
{
    vtkNew<vtkPolyData> data;
    data->SetPoints(pointsOf(frame));
    data->SetVerts(vertexCells(frame.particles.count()));
    for (const AttributeArray& attribute : frame.particles.arrays())
        if (attribute.name != "position")
            data->GetPointData()->AddArray(viewOf(attribute));
    vtkNew<vtkDoubleArray> time; // readers take the time of a single file from it
    time->SetName("TimeValue");
    time->InsertNextValue(frame.time);
    data->GetFieldData()->AddArray(time);

    vtkNew<vtkXMLPolyDataWriter> writer;
    writer->SetInputData(data);
    writer->SetCompressorTypeToLZ4();
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->WriteToOutputStringOn();
    if (writer->Write() != 1)
        fail(ErrorKind::InputOutput, "the particles of '{}' cannot be written as VTP", path.string());
    return writer->GetOutputString();
}

class VtpWriter : public ParticleWriter
{
public:
    VtpWriter(FrameNames names, FileLayer& files) : m_names(std::move(names)), m_files(files) {}

    std::filesystem::path write(const Frame& frame) override
    {
        const std::filesystem::path path = m_names.of(frame.number);
        frame.particles.get<float>("position", 3);
        frame.particles.get<float>("velocity", 3);
        frame.particles.get<std::uint32_t>("id");
        if (frame.particles.count() > 0x7ffffffe)
            fail(ErrorKind::InputOutput, "'{}' would hold more than 2147483646 particles", path.string());
        m_files.createFolder(path.parent_path());
        m_files.writeAtomically(path, std::string_view(encode(frame, path)));
        if (!m_index)
            m_index.emplace(m_names, m_files);
        m_index->add(frame.number, frame.time);
        return path;
    }

private:
    FrameNames m_names;
    FileLayer& m_files;
    std::optional<SeriesIndex> m_index;
};

} // namespace

std::unique_ptr<ParticleWriter> makeVtpWriter(FrameNames names, FileLayer& files)
{
    return std::make_unique<VtpWriter>(std::move(names), files);
}

} // namespace sastrugi
