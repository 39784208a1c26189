// The points of a VTP file and their arrays, by VTK's own reader.
#include "engine/core/Error.h"
#include "engine/io/PointTable.h"

#include <vtkCallbackCommand.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

namespace sastrugi
{

namespace
{

/// VTK would print it.
void takeError(vtkObject*, unsigned long, void* target, void* text)
{
    auto& errors = *static_cast<std::string*>(target);
    if (errors.empty() && text)
        errors = static_cast<const char*>(text);
}

/// The last line of what VTK says: before it there are files and addresses.
std::string lastLine(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    const std::size_t line = text.rfind('\n');
    return line == std::string::npos ? text : text.substr(line + 1);
}

} // namespace

PointTable pointsOfVtp(const std::filesystem::path& file)
{
    vtkNew<vtkXMLPolyDataReader> reader;
    std::string errors;
    vtkNew<vtkCallbackCommand> observer;
    observer->SetCallback(takeError);
    observer->SetClientData(&errors);
    reader->AddObserver("ErrorEvent", observer);
    reader->AddObserver("WarningEvent", observer);
    reader->SetFileName(file.c_str());
    try {
        reader->Update();
    } catch (const std::bad_alloc&) {
        fail(ErrorKind::Scene, "it asks for more memory than there is");
    } catch (const std::exception& error) {
        fail(ErrorKind::Scene, "{}", error.what());
    }
    if (!errors.empty())
        fail(ErrorKind::Scene, "{}", lastLine(errors));
    vtkPolyData& data = *reader->GetOutput();
    PointTable table;
    table.count = static_cast<std::size_t>(data.GetNumberOfPoints());
    const auto add = [&](const char* name, vtkDataArray& array) {
        if (array.GetNumberOfTuples() != data.GetNumberOfPoints())
            return;
        PointColumn column{name ? name : "", array.GetNumberOfComponents(), {}};
        for (vtkIdType i = 0; i < array.GetNumberOfTuples(); ++i)
            for (int k = 0; k < column.components; ++k)
                column.values.push_back(array.GetComponent(i, k));
        table.columns.push_back(std::move(column));
    };
    if (table.count > 0)
        add("position", *data.GetPoints()->GetData());
    for (int a = 0; a < data.GetPointData()->GetNumberOfArrays(); ++a)
        if (vtkDataArray* array = data.GetPointData()->GetArray(a))
            add(array->GetName(), *array);
    return table;
}

} // namespace sastrugi
