#include "engine/io/PointTable.h"

#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/core/lowerCase.h"
#include "engine/io/Importer.h"
#include "engine/io/TextFields.h"

#include <cstdint>

namespace sastrugi
{

namespace
{

constexpr std::uintmax_t largestFile = std::uintmax_t{4} << 30;

std::string contentOf(const std::filesystem::path& file)
{
    openForImport(file, "particle file");
    std::error_code error;
    if (std::filesystem::file_size(file, error) > largestFile)
        fail(ErrorKind::Scene, "the particle file '{}' has more than 4 GiB", file.string());
    FileLayer files;
    try {
        return files.readText(file);
    } catch (const Error& problem) {
        fail(ErrorKind::Scene, "the particle file '{}' cannot be read: {}", file.string(), problem.what());
    }
}

} // namespace

PointTable readPointTable(const std::filesystem::path& file)
{
    const std::string ending = lowerCaseEnding(file), content = contentOf(file);
    try {
        if (ending == ".ply")
            return pointsOfPly(content);
        if ((ending == ".csv" || ending == ".xyz") && isWideText(content))
            fail(ErrorKind::Scene, "it is text in UTF-16: save it as UTF-8 or ASCII");
        if (ending == ".csv")
            return pointsOfCsv(content);
        if (ending == ".xyz")
            return pointsOfXyz(content);
        if (ending == ".npz")
            return pointsOfNpz(content);
        if (ending == ".usda")
            return pointsOfUsda(content);
        if (ending == ".bgeo" || ending == ".bhclassic")
            return pointsOfBgeo(content);
        if (ending == ".vtp")
            return pointsOfVtp(file);
    } catch (const Error& error) {
        fail(ErrorKind::Scene, "the particle file '{}' cannot be read: {}", file.string(), error.what());
    }
    fail(ErrorKind::Scene,
         "the particle file '{}' has the ending '{}'; PLY, VTP, CSV, XYZ, NPZ, USDA and the classic BGEO can be read",
         file.string(), ending);
}

} // namespace sastrugi
