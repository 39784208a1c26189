#include "engine/io/importer/writeHeights.h"

#include "engine/io/heightStream.h"
#include "engine/io/importer/VtkErrors.h"

#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkImageReader2.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>
#include <vtkPointData.h>
#include <vtkTIFFReader.h>

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace sastrugi
{

namespace
{

std::uint32_t bigEndian(const unsigned char* bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// Throws std::runtime_error where a PNG ends early, or one of its parts is not what it was when it was written: libpng
/// ends the process over it.
void requireWholePng(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    file.seekg(8);
    std::vector<char> part;
    for (std::string name; name != "IEND";) {
        unsigned char head[8], sum[4];
        if (!file.read(reinterpret_cast<char*>(head), sizeof head))
            throw std::runtime_error(name.empty() ? "it ends after its first bytes"
                                                  : "it is cut off: it ends after a part '" + name + "'");
        const std::string before = name;
        name.assign(reinterpret_cast<const char*>(head) + 4, 4);
        if (!std::all_of(name.begin(), name.end(), [](unsigned char letter) { return std::isalpha(letter) != 0; }))
            throw std::runtime_error("it is damaged: what follows its part '" + before + "' is none");
        const std::uint32_t size = bigEndian(head);
        const std::streamoff begin = file.tellg();
        file.seekg(0, std::ios::end);
        if (file.tellg() - begin < std::streamoff{size} + 4)
            throw std::runtime_error("it is cut off: it ends within a part '" + name + "'");
        file.seekg(begin);
        part.resize(size);
        file.read(part.data(), static_cast<std::streamsize>(size));
        file.read(reinterpret_cast<char*>(sum), sizeof sum);
        uLong check = crc32(0, head + 4, 4);
        check = crc32(check, reinterpret_cast<const unsigned char*>(part.data()), size);
        if (!file || check != bigEndian(sum))
            throw std::runtime_error("it is damaged: the checksum of a part '" + name + "' is wrong");
    }
}

} // namespace

bool writeHeights(const std::string& path)
{
    vtkNew<vtkPNGReader> png;
    vtkNew<vtkTIFFReader> tiff;
    vtkImageReader2* reader = nullptr;
    // By the content: endings are often wrong.
    if (png->CanReadFile(path.c_str()) > 0) {
        requireWholePng(path);
        reader = png;
    } else if (tiff->CanReadFile(path.c_str()) > 0)
        reader = tiff;
    else
        throw std::runtime_error("it is neither PNG nor TIFF");
    VtkErrors errors;
    errors.listenTo(*reader);
    reader->SetFileName(path.c_str());
    reader->Update();
    errors.throwIfAny();
    vtkImageData* image = reader->GetOutput();
    vtkDataArray* values = image->GetPointData()->GetScalars();
    const int* size = image->GetDimensions();
    if (!values || size[0] < 2 || size[1] < 2 || values->GetNumberOfTuples() < vtkIdType{1} * size[0] * size[1])
        throw std::runtime_error("it has fewer than two columns or rows, or less than it announces");
    HeightStreamHead head;
    head.columns = static_cast<std::uint64_t>(size[0]);
    head.rows = static_cast<std::uint64_t>(size[1]);
    head.channels = static_cast<std::uint64_t>(values->GetNumberOfComponents());
    switch (values->GetDataType()) {
    case VTK_UNSIGNED_CHAR: head.white = 255; break;
    case VTK_UNSIGNED_SHORT: head.white = 65535; break;
    case VTK_SHORT: head.white = 32767; break;
    case VTK_FLOAT:
    case VTK_DOUBLE: head.white = 1; break;
    default: throw std::runtime_error("its values are neither of 8 or 16 bits nor floating point");
    }
    std::vector<float> heights(head.columns * head.rows);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        // VTK gives PNG from below, and TIFF from above, whatever orientation that says.
        const std::size_t row = i / head.columns, from = reader == tiff ? head.rows - 1 - row : row;
        heights[i] =
            static_cast<float>(values->GetComponent(static_cast<vtkIdType>(from * head.columns + i % head.columns), 0));
    }
    return std::fwrite(heightStreamMagic.data(), heightStreamMagic.size(), 1, stdout) == 1 &&
           std::fwrite(&head, sizeof head, 1, stdout) == 1 &&
           std::fwrite(heights.data(), heights.size() * sizeof(float), 1, stdout) == 1 && std::fflush(stdout) == 0;
}

} // namespace sastrugi
