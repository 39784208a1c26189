// VTK PolyData for ParaView: particles and meshes.
#include "engine/io/MeshFormat.h"
#include "engine/io/SeriesIndex.h"
#include "engine/io/VtpFile.h"

namespace sastrugi
{

namespace
{

constexpr TableNeeds needs = {.doublesFarOut = true, .wideIds = true};

std::string encode(const ParticleTable& table, const std::stop_token& stop) { return vtpFile(table, false, {}, stop); }

std::string encodeMesh(const MeshTable& mesh, const std::stop_token& stop)
{
    return vtpFile(mesh.vertices, true, mesh.triangles, stop);
}

std::unique_ptr<FrameIndex> makeIndex(const FrameNames& names, const ParticleExportSettings&, FileLayer& files)
{
    return std::make_unique<SeriesIndex>(names, files);
}

} // namespace

/// One vertex cell per particle, compressed with LZ4; <base>.pvd and <base>.vtp.series beside the files have the times
/// in seconds: of the frames written, and of files from earlier exports of the same node with the same settings.
ParticleFormat vtpFormat()
{
    return {"vtp", ".vtp", "VTK PolyData with PVD and .series, for ParaView.", "", needs, encode, makeIndex};
}

MeshFormat vtpMeshFormat()
{
    return {"vtp",      ".vtp",   "VTK PolyData of triangles with PVD and .series, for ParaView.", "", needs,
            encodeMesh, makeIndex};
}

} // namespace sastrugi
