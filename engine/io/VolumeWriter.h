// Writing volumes of frames as OpenVDB, one file per frame.
#pragma once

#include "engine/io/FrameWriter.h"
#include "engine/volume/DensityVolume.h"

namespace sastrugi
{

struct VolumeExportSettings {
    DensityVolumeParameters volume;
    double metresPerUnit = 1; // of the file
    UpAxis upAxis = UpAxis::Z;
    bool hasVelocity = true, hasTemperature = true; // where the particles have them
    std::string velocityName = "velocity";
    std::int64_t numberOffset = 0; // what is added to the frame's number in names
};

/// A grid `density` of class "fog volume", kg/m3 at the centres of voxels, zero and inactive elsewhere; on the same
/// voxels `velocity` in units of the file per second, and `temperature` in K, where the particles have them. `frame`,
/// `time` and `creator` are metadata of the file. Y up turns (x, y, z) to (x, z, -y).
class VolumeWriter : public FrameWriter
{
public:
    static constexpr std::string_view ending = ".vdb";

    /// `files` must outlive the writer.
    VolumeWriter(FrameNames names, const VolumeExportSettings& settings, FileLayer& files);

protected:
    /// Throws what densityVolume() throws.
    std::string encode(const Frame& frame, const std::stop_token& stop) const override;

private:
    VolumeExportSettings m_settings;
};

/// "10.0.1"
std::string openVdbVersion();

} // namespace sastrugi
