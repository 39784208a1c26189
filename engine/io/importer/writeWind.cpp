#include "engine/io/importer/writeWind.h"

#include "engine/core/lowerCase.h"
#include "engine/io/importer/VtkErrors.h"
#include "engine/io/windStream.h"

#include <vtkCellData.h>
#include <vtkCellDataToPointData.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkDataSetReader.h>
#include <vtkImageData.h>
#include <vtkMatrix3x3.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkProbeFilter.h>
#include <vtkSmartPointer.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLRectilinearGridReader.h>
#include <vtkXMLStructuredGridReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace sastrugi
{

namespace
{

template <class Reader>
vtkSmartPointer<vtkDataSet> readXml(const std::string& path, const VtkErrors& errors)
{
    vtkNew<Reader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    errors.throwIfAny();
    return reader->GetOutputAsDataSet();
}

vtkSmartPointer<vtkDataSet> readLegacy(const std::string& path, const VtkErrors& errors)
{
    vtkNew<vtkDataSetReader> reader;
    reader->ReadAllVectorsOn();
    reader->ReadAllScalarsOn();
    reader->ReadAllFieldsOn();
    reader->SetFileName(path.c_str());
    reader->Update();
    // VTK goes on with what happens to be there.
    if (errors.hasWarnedOf("Error reading ascii data"))
        throw std::runtime_error("it has fewer numbers than it announces, or one that is none");
    if (errors.hasWarnedOf("Error reading binary data"))
        throw std::runtime_error("it ends before the numbers that it announces");
    errors.throwIfAny();
    return reader->GetOutput();
}

vtkSmartPointer<vtkDataSet> readSet(const std::string& path, const VtkErrors& errors)
{
    const std::string ending = lowerCaseEnding(path);
    vtkSmartPointer<vtkDataSet> set;
    if (ending == ".vti")
        set = readXml<vtkXMLImageDataReader>(path, errors);
    else if (ending == ".vtr")
        set = readXml<vtkXMLRectilinearGridReader>(path, errors);
    else if (ending == ".vts")
        set = readXml<vtkXMLStructuredGridReader>(path, errors);
    else if (ending == ".vtu")
        set = readXml<vtkXMLUnstructuredGridReader>(path, errors);
    else if (ending == ".vtk")
        set = readLegacy(path, errors);
    else
        throw std::runtime_error("its ending is none of .vti, .vtr, .vts, .vtu and .vtk");
    if (!set || set->GetNumberOfPoints() == 0)
        throw std::runtime_error("there are no points in it");
    if (vtkPolyData::SafeDownCast(set))
        throw std::runtime_error("it is a surface, and has no wind in a volume");
    return set;
}

/// Others could not be chosen.
bool hasName(vtkDataArray* array) { return array && array->GetName() && *array->GetName() != '\0'; }

struct Found {
    vtkDataArray* array = nullptr;
    bool isOfCells = false;
};

/// By name, or what is marked as vectors, or the only one with three numbers.
Found findArray(vtkDataSet& set, const std::string& name)
{
    std::string known;
    std::vector<Found> candidates;
    for (const bool isOfCells : {false, true}) {
        vtkDataSetAttributes* data = isOfCells ? static_cast<vtkDataSetAttributes*>(set.GetCellData())
                                               : static_cast<vtkDataSetAttributes*>(set.GetPointData());
        for (int i = 0; i < data->GetNumberOfArrays(); ++i) {
            vtkDataArray* array = data->GetArray(i);
            if (!hasName(array))
                continue;
            const int components = array->GetNumberOfComponents();
            known += std::string(known.empty() ? "" : ", ") + array->GetName() + " (" + std::to_string(components) +
                     (components == 1 ? " number, of " : " numbers, of ") + (isOfCells ? "cells)" : "points)");
            if (components == 3 && (name.empty() || name == array->GetName()))
                candidates.push_back({array, isOfCells});
        }
    }
    if (known.empty())
        known = "no arrays";
    if (candidates.empty() && name.empty())
        throw std::runtime_error("no array of it has three numbers, as velocities have; it has " + known);
    if (candidates.empty())
        throw std::runtime_error("it has no '" + name + "' of three numbers; it has " + known);
    if (candidates.size() > 1 && name.empty()) {
        for (const Found& found : candidates)
            if (found.array == set.GetPointData()->GetVectors())
                return found;
        for (const char* usual : {"velocity", "Velocity", "U", "u", "v"})
            for (const Found& found : candidates)
                if (std::string(found.array->GetName()) == usual)
                    return found;
        throw std::runtime_error("several arrays may be the velocity: name one of " + known);
    }
    return candidates.front();
}

/// The lattice of an image, if its axes are ours.
bool takeLattice(vtkDataSet& set, WindStreamHead& head)
{
    auto* image = vtkImageData::SafeDownCast(&set);
    if (!image || !image->GetDirectionMatrix()->IsIdentity())
        return false;
    int extent[6];
    image->GetExtent(extent);
    for (int axis = 0; axis < 3; ++axis) {
        head.counts[axis] = static_cast<std::uint64_t>(extent[2 * axis + 1] - extent[2 * axis] + 1);
        head.spacing[axis] = image->GetSpacing()[axis];
        head.origin[axis] = image->GetOrigin()[axis] + extent[2 * axis] * head.spacing[axis];
        if (!(head.spacing[axis] > 0))
            return false;
    }
    return true;
}

void makeLattice(vtkDataSet& set, double spacing, WindStreamHead& head)
{
    double bounds[6];
    set.GetBounds(bounds);
    double volume = 1;
    int axes = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double length = bounds[2 * axis + 1] - bounds[2 * axis];
        if (!std::isfinite(length))
            throw std::runtime_error("its places are not finite");
        volume *= length > 0 ? length : 1;
        axes += length > 0;
    }
    if (axes == 0)
        throw std::runtime_error("all of its points are at one place");
    if (spacing <= 0) // as many points as there are
        spacing = std::pow(volume / static_cast<double>(set.GetNumberOfPoints()), 1.0 / axes);
    double points = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double length = bounds[2 * axis + 1] - bounds[2 * axis],
                     parts = std::max(1.0, std::ceil(length / spacing - 1e-6));
        head.counts[axis] = 1;
        head.origin[axis] = bounds[2 * axis];
        if (length > 0) {
            points *= parts + 1;
            head.counts[axis] = static_cast<std::uint64_t>(std::min(parts, 1e9)) + 1;
            head.spacing[axis] = length / parts;
        }
    }
    if (!(points <= static_cast<double>(mostWindPoints)))
        throw std::runtime_error("a lattice of that spacing would have " + std::to_string(points) +
                                 " points; 40 million are the most, so choose a larger one");
}

/// All arrays of three numbers.
std::string namesOfArrays(vtkDataSet& set)
{
    std::string names;
    for (vtkDataSetAttributes* data : {static_cast<vtkDataSetAttributes*>(set.GetPointData()),
                                       static_cast<vtkDataSetAttributes*>(set.GetCellData())})
        for (int i = 0; i < data->GetNumberOfArrays(); ++i)
            if (vtkDataArray* array = data->GetArray(i); hasName(array) && array->GetNumberOfComponents() == 3)
                names.append(array->GetName()).push_back('\0');
    return names;
}

bool sendText(const std::string& text)
{
    const std::uint64_t size = text.size();
    return std::fwrite(&size, sizeof size, 1, stdout) == 1 &&
           std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

bool sendHead(const WindStreamHead& head, vtkDataSet& set)
{
    return std::fwrite(windStreamMagic.data(), windStreamMagic.size(), 1, stdout) == 1 &&
           std::fwrite(&head, sizeof head, 1, stdout) == 1 && sendText(namesOfArrays(set));
}

} // namespace

bool writeWind(const std::string& path, const std::string& name, double spacing)
{
    VtkErrors errors;
    errors.listenToAll();
    vtkSmartPointer<vtkDataSet> set = readSet(path, errors);
    const vtkSmartPointer<vtkDataSet> whole = set;
    WindStreamHead head;
    Found found;
    try {
        found = findArray(*set, name);
    } catch (const std::runtime_error& unclear) {
        return sendHead(head, *whole) && sendText(unclear.what()) && std::fflush(stdout) == 0;
    }
    std::snprintf(head.array, sizeof head.array, "%s", found.array->GetName());
    const std::string taken = found.array->GetName();
    vtkNew<vtkCellDataToPointData> toPoints;
    if (found.isOfCells) {
        toPoints->SetInputData(set);
        toPoints->Update();
        set = toPoints->GetOutput();
        found.array = set->GetPointData()->GetArray(taken.c_str());
        if (!found.array)
            throw std::runtime_error("the velocities of its cells cannot be taken to points");
    }
    vtkNew<vtkProbeFilter> probe;
    vtkDataArray* mask = nullptr;
    if (spacing > 0 || !takeLattice(*set, head)) {
        makeLattice(*set, spacing, head);
        vtkNew<vtkImageData> lattice;
        lattice->SetDimensions(static_cast<int>(head.counts[0]), static_cast<int>(head.counts[1]),
                               static_cast<int>(head.counts[2]));
        lattice->SetOrigin(head.origin);
        lattice->SetSpacing(head.spacing);
        probe->SetInputData(lattice);
        probe->SetSourceData(set);
        probe->Update();
        errors.throwIfAny();
        found.array = probe->GetOutput()->GetPointData()->GetArray(taken.c_str());
        mask = probe->GetOutput()->GetPointData()->GetArray(probe->GetValidPointMaskArrayName());
        if (!found.array || !mask)
            throw std::runtime_error("it cannot be interpolated");
    }
    const std::uint64_t count = head.counts[0] * head.counts[1] * head.counts[2];
    if (count > mostWindPoints || static_cast<vtkIdType>(count) > found.array->GetNumberOfTuples())
        throw std::runtime_error("it has more than 40 million points, or fewer velocities than points");
    std::vector<float> velocities(3 * count);
    std::vector<char> isKnown(count, 1);
    for (std::uint64_t n = 0; n < count; ++n) {
        const auto id = static_cast<vtkIdType>(n);
        for (int axis = 0; axis < 3; ++axis)
            velocities[3 * n + static_cast<std::uint64_t>(axis)] =
                static_cast<float>(found.array->GetComponent(id, axis));
        isKnown[n] = !mask || mask->GetComponent(id, 0) != 0;
    }
    return sendHead(head, *whole) &&
           std::fwrite(velocities.data(), velocities.size() * sizeof(float), 1, stdout) == 1 &&
           std::fwrite(isKnown.data(), isKnown.size(), 1, stdout) == 1 && std::fflush(stdout) == 0;
}

} // namespace sastrugi
