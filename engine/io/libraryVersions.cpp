#include "engine/io/libraryVersions.h"

#include "engine/io/MeshImport.h"
#include "engine/io/VolumeWriter.h"

#include <Eigen/Core>
#include <blosc.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <nlohmann/json.hpp>
#include <vtkVersion.h>
#include <xxhash.h>
#include <zlib.h>

namespace sastrugi
{

std::vector<LibraryVersion> libraryVersions()
{
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    const unsigned hashes = XXH_versionNumber();
    return {
        {"Assimp", meshReaderVersion()},
        {"Blosc", blosc_get_version_string()},
        {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"HDF5", fmt::format("{}.{}.{}", major, minor, release)},
        {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                      NLOHMANN_JSON_VERSION_PATCH)},
        {"OpenVDB", openVdbVersion()},
        {"VTK", vtkVersion::GetVTKVersion()},
        {"xxHash", fmt::format("{}.{}.{}", hashes / 10000, hashes / 100 % 100, hashes % 100)},
        {"zlib", zlibVersion()},
    };
}

} // namespace sastrugi
