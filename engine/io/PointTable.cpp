#include "engine/io/PointTable.h"

#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/core/lowerCase.h"

#include <cstdint>

namespace sastrugi
{

namespace
{

constexpr std::uintmax_t largestFile = std::uintmax_t{4} << 30;

std::string contentOf(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        fail(ErrorKind::Scene, "the particle file '{}' does not exist", file.string());
    if (!std::filesystem::is_regular_file(file, error)) // a pipe would be waited for
        fail(ErrorKind::Scene, "'{}' is not a regular file, and no particles can be read from it", file.string());
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
