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
    hash.add(settings.metresPerUnit).add(static_cast<int>(settings.upAxis)).add(settings.numberOffset);
    return hash.add(settings.hasVelocity).add(settings.hasTemperature).add(settings.velocityName).digest();
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
class Grids
{
public:
    Grids(const VoxelGrid& density, const VolumeExportSettings& settings, const std::stop_token& stop)
        : m_density(density), m_isYUp(settings.upAxis == UpAxis::Y), m_stop(stop)
    {
        const double scale = 1 / settings.metresPerUnit;
        m_transform =
            openvdb::math::Transform::createLinearTransform(density.voxelSize > 0 ? scale * density.voxelSize : 1);
        const Vector3 origin = scale * density.origin;
        m_transform->postTranslate(turned(openvdb::Vec3d(origin.x(), origin.y(), origin.z())));
    }

    /// Of the voxels where there is snow; `valueAt` gets their index.
    template <class Grid, class ValueAt>
    typename Grid::Ptr grid(const char* name, const ValueAt& valueAt) const
    {
        auto grid = Grid::create(openvdb::zeroVal<typename Grid::ValueType>());
        auto to = grid->getAccessor();
        for (std::size_t k = 0; k < m_density.counts[2]; ++k) {
            throwIfStopped(m_stop);
            for (std::size_t j = 0; j < m_density.counts[1]; ++j)
                for (std::size_t i = 0; i < m_density.counts[0]; ++i)
                    if (const std::size_t index = m_density.indexOf(i, j, k); m_density.values[index] != 0)
                        to.setValueOn(openvdb::Coord(turned(openvdb::Vec3i(static_cast<int>(i), static_cast<int>(j),
                                                                           static_cast<int>(k)))),
                                      valueAt(index));
        }
        grid->setTransform(m_transform->copy());
        grid->setName(name);
        grid->addStatsMetadata();
        return grid;
    }

    template <class T>
    openvdb::math::Vec3<T> turned(const openvdb::math::Vec3<T>& v) const
    {
        return m_isYUp ? openvdb::math::Vec3<T>(v.x(), v.z(), -v.y()) : v;
    }

private:
    const VoxelGrid& m_density;
    bool m_isYUp;
    const std::stop_token& m_stop;
    openvdb::math::Transform::Ptr m_transform;
};

openvdb::GridCPtrVec gridsOf(const SnowVolume& snow, const VolumeExportSettings& settings, const std::stop_token& stop)
{
    const Grids grids(snow.density, settings, stop);
    const auto density =
        grids.grid<openvdb::FloatGrid>("density", [&](std::size_t i) { return snow.density.values[i]; });
    density->setGridClass(openvdb::GRID_FOG_VOLUME);
    openvdb::GridCPtrVec all = {density};
    if (!snow.velocity[0].empty()) {
        const auto scale = static_cast<float>(1 / settings.metresPerUnit);
        const auto velocity = grids.grid<openvdb::Vec3SGrid>(settings.velocityName.c_str(), [&](std::size_t i) {
            return grids.turned(scale * openvdb::Vec3s(snow.velocity[0][i], snow.velocity[1][i], snow.velocity[2][i]));
        });
        velocity->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
        all.push_back(velocity);
    }
    if (!snow.temperature.empty())
        all.push_back(
            grids.grid<openvdb::FloatGrid>("temperature", [&](std::size_t i) { return snow.temperature[i]; }));
    return all;
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
    const SnowVolume snow =
        snowVolume(frame, m_settings.volume, m_settings.hasVelocity, m_settings.hasTemperature, stop);
    openvdb::MetaMap metadata;
    metadata.insertMeta("creator", openvdb::StringMetadata("Sastrugi " SASTRUGI_VERSION));
    metadata.insertMeta("frame", openvdb::Int64Metadata(frame.number + m_settings.numberOffset));
    metadata.insertMeta("time", openvdb::DoubleMetadata(frame.time));
    try {
        return SeekableArchive().bytesOf(gridsOf(snow, m_settings, stop), metadata);
    } catch (const openvdb::Exception& error) {
        fail(ErrorKind::InputOutput, "OpenVDB cannot write the volume: {}", error.what());
    }
}

std::string openVdbVersion() { return openvdb::getLibraryVersionString(); }

} // namespace sastrugi
