// VDB by OpenVDB's own writer, into memory: what reaches the disk goes through the FileLayer like every other file.
//
// Blender takes the grid named density, and turns volumes from Y up only when their creator is Houdini.
#include "engine/io/VolumeWriter.h"

#include "engine/core/Stop.h"

#include <openvdb/openvdb.h>

#include <mutex>
#include <sstream>

namespace sastrugi
{

namespace
{

Hash hashOf(const VolumeExportSettings& settings)
{
    ContentHash hash;
    hash.add("vdb");
    addParametersToHash(hash, settings.volume);
    return hash.add(settings.metresPerUnit).add(static_cast<int>(settings.upAxis)).add(settings.numberOffset).digest();
}

/// OpenVDB's file writer keeps an index of the grids only where it can seek, which its stream writer does not try.
class SeekableArchive : public openvdb::io::Archive
{
public:
    std::string bytesOf(const openvdb::GridCPtrVec& grids, const openvdb::MetaMap& metadata)
    {
        std::ostringstream stream(std::ios::binary);
        write(stream, grids, true, metadata);
        return std::move(stream).str();
    }
};

/// Index coordinates are those of the file's axes; where z is up they are ours.
openvdb::FloatGrid::Ptr gridOf(const VoxelGrid& voxels, const VolumeExportSettings& settings,
                               const std::stop_token& stop)
{
    auto grid = openvdb::FloatGrid::create(0);
    auto to = grid->getAccessor();
    for (std::size_t k = 0; k < voxels.counts[2]; ++k) {
        throwIfStopped(stop);
        for (std::size_t j = 0; j < voxels.counts[1]; ++j)
            for (std::size_t i = 0; i < voxels.counts[0]; ++i)
                if (const float value = voxels.values[voxels.indexOf(i, j, k)]; value != 0) {
                    const auto x = static_cast<int>(i), y = static_cast<int>(j), z = static_cast<int>(k);
                    to.setValueOn(settings.upAxis == UpAxis::Z ? openvdb::Coord(x, y, z) : openvdb::Coord(x, z, -y),
                                  value);
                }
    }
    const double scale = 1 / settings.metresPerUnit;
    const Vector3 origin = scale * voxels.origin;
    auto transform =
        openvdb::math::Transform::createLinearTransform(voxels.voxelSize > 0 ? scale * voxels.voxelSize : 1);
    transform->postTranslate(settings.upAxis == UpAxis::Z ? openvdb::Vec3d(origin.x(), origin.y(), origin.z())
                                                          : openvdb::Vec3d(origin.x(), origin.z(), -origin.y()));
    grid->setTransform(transform);
    grid->setName("density");
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->addStatsMetadata();
    return grid;
}

} // namespace

VolumeWriter::VolumeWriter(FrameNames names, const VolumeExportSettings& settings, FileLayer& files)
    : FrameWriter(std::move(names), settings.numberOffset, hashOf(settings), files), m_settings(settings)
{
}

std::string VolumeWriter::encode(const Frame& frame, const std::stop_token& stop) const
{
    static std::once_flag isInitialised;
    std::call_once(isInitialised, [] { openvdb::initialize(); });
    const VoxelGrid voxels = densityVolume(frame, m_settings.volume, stop);
    openvdb::MetaMap metadata;
    metadata.insertMeta("creator", openvdb::StringMetadata("Sastrugi " SASTRUGI_VERSION));
    metadata.insertMeta("frame", openvdb::Int64Metadata(frame.number + m_settings.numberOffset));
    metadata.insertMeta("time", openvdb::DoubleMetadata(frame.time));
    try {
        return SeekableArchive().bytesOf({gridOf(voxels, m_settings, stop)}, metadata);
    } catch (const openvdb::Exception& error) {
        fail(ErrorKind::InputOutput, "OpenVDB cannot write the volume: {}", error.what());
    }
}

std::string openVdbVersion() { return openvdb::getLibraryVersionString(); }

} // namespace sastrugi
