// Writing the particles of frames for other programs: a format of the table, with settings.
#pragma once

#include "engine/io/FrameWriter.h"

namespace sastrugi
{

class ParticleWriter : public FrameWriter
{
public:
    /// The frames that are written must have id, position and velocity. `format` and `files` must outlive the writer.
    ParticleWriter(const ParticleFormat& format, FrameNames names, ParticleExportSettings settings, FileLayer& files);

    /// From the first particles of the frame.
    double predictedBytes(const Frame& frame) const override;

protected:
    std::string encode(const Frame& frame, const std::stop_token& stop) const override;
    std::unique_ptr<FrameIndex> makeIndex(const FrameNames& names, FileLayer& files) const override;

private:
    const ParticleFormat& m_format;
    ParticleExportSettings m_settings;
};

} // namespace sastrugi
