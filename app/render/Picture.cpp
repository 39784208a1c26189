#include "app/render/Picture.h"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cstring>

namespace sastrugi
{

std::vector<std::byte> pngOf(const Picture& picture)
{
    vtkNew<vtkImageData> image;
    image->SetDimensions(picture.width, picture.height, 1);
    image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
    const std::size_t row = 3 * static_cast<std::size_t>(picture.width);
    for (int y = 0; y < picture.height; ++y) // VTK's rows begin at the lower edge
        std::memcpy(image->GetScalarPointer(0, picture.height - 1 - y, 0), picture.pixels.data() + y * row, row);
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputData(image);
    writer->WriteToMemoryOn();
    writer->Write();
    vtkUnsignedCharArray* bytes = writer->GetResult();
    const auto* data = reinterpret_cast<const std::byte*>(bytes->GetPointer(0));
    return {data, data + bytes->GetNumberOfTuples()};
}

} // namespace sastrugi
