// Writing the meshes of frames for other programs: a format of the table, with settings.
#pragma once

#include "engine/io/FrameWriter.h"
#include "engine/io/MeshFormat.h"
#include "engine/surface/AttributedMesh.h"

#include <functional>

namespace sastrugi
{

/// Where the mesh of a frame comes from.
struct MeshSource {
    Hash content; // of all that decides on the mesh besides the frame
    std::function<AttributedMesh(const Frame& frame, const std::stop_token& stop)> meshOf;
};

class MeshWriter : public FrameWriter
{
public:
    /// `format` and `files` must outlive the writer. Throws Error(Usage) where the format cannot have the settings.
    MeshWriter(const MeshFormat& format, FrameNames names, MeshExportSettings settings, MeshSource source,
               FileLayer& files);

protected:
    std::string encode(const Frame& frame, const std::stop_token& stop) const override;
    std::unique_ptr<FrameIndex> makeIndex(const FrameNames& names, FileLayer& files) const override;

private:
    const MeshFormat& m_format;
    MeshExportSettings m_settings;
    MeshSource m_source;
};

} // namespace sastrugi
