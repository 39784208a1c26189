// VTP by VTK's own writer, into memory: what reaches the disk goes through the FileLayer like every other file.
#include "engine/core/Parallel.h"
#include "engine/io/ParticleFormat.h"
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
#include <vtkTypeInt64Array.h>
#include <vtkTypeUInt32Array.h>
#include <vtkUnsignedCharArray.h>
#include <vtkXMLPolyDataWriter.h>

namespace sastrugi
{

namespace
{

/// A view: the column must outlive the array.
template <class Array, class T>
vtkSmartPointer<vtkDataArray> viewAs(const ParticleColumn& column)
{
    const auto values = column.values<T>();
    auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfComponents(column.components);
    static_assert(sizeof(typename Array::ValueType) == sizeof(T)); // long and long long are different types
    array->SetArray(reinterpret_cast<typename Array::ValueType*>(const_cast<T*>(values.data())),
                    static_cast<vtkIdType>(values.size()), 1);
    return array;
}

vtkSmartPointer<vtkDataArray> viewOf(const ParticleColumn& column)
{
    vtkSmartPointer<vtkDataArray> array;
    switch (column.type) {
    case ElementType::Float32: array = viewAs<vtkFloatArray, float>(column); break;
    case ElementType::Float64: array = viewAs<vtkDoubleArray, double>(column); break;
    case ElementType::UInt8: array = viewAs<vtkUnsignedCharArray, std::uint8_t>(column); break;
    case ElementType::UInt32: array = viewAs<vtkTypeUInt32Array, std::uint32_t>(column); break;
    case ElementType::UInt64: array = viewAs<vtkTypeInt64Array, std::uint64_t>(column); break;
    }
    array->SetName(column.name.c_str());
    return array;
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

std::string encode(const ParticleTable& table, const std::stop_token&)
{
    if (table.count > 0x7ffffffe)
        fail(ErrorKind::InputOutput, "VTP would hold more than 2147483646 particles");
    vtkNew<vtkPoints> points;
    points->SetData(viewOf(table.position()));
    vtkNew<vtkPolyData> data;
    data->SetPoints(points);
    data->SetVerts(vertexCells(table.count));
    for (const ParticleColumn& column : std::span(table.columns).subspan(1))
        data->GetPointData()->AddArray(viewOf(column));
    vtkNew<vtkDoubleArray> time; // readers take the time of a single file from it
    time->SetName("TimeValue");
    time->InsertNextValue(table.time);
    data->GetFieldData()->AddArray(time);

    vtkNew<vtkXMLPolyDataWriter> writer;
    writer->SetInputData(data);
    writer->SetCompressorTypeToLZ4();
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->WriteToOutputStringOn();
    if (writer->Write() != 1)
        fail(ErrorKind::InputOutput, "VTK cannot write the particles as VTP");
    return writer->GetOutputString();
}

std::unique_ptr<FrameIndex> makeIndex(const FrameNames& names, const ParticleExportSettings&, FileLayer& files)
{
    return std::make_unique<SeriesIndex>(names, files);
}

} // namespace

/// One vertex cell per particle, compressed with LZ4; <base>.pvd and <base>.vtp.series beside the files have the times
/// in seconds: of the frames written, and of files from earlier exports that these indices already listed.
ParticleFormat vtpFormat()
{
    return {"vtp",
            ".vtp",
            "VTK PolyData with PVD and .series, for ParaView.",
            "",
            {.doublesFarOut = true, .wideIds = true},
            encode,
            makeIndex};
}

} // namespace sastrugi
