// Writing the particles of frames for other programs, one file per frame.
//
// Positions are in the scene's coordinates, metres, Z up. A file appears under its name when it is complete.
#pragma once

#include "engine/core/File.h"
#include "engine/io/FrameNames.h"
#include "engine/simulation/Frame.h"

#include <filesystem>
#include <memory>

namespace sastrugi
{

class ParticleWriter
{
public:
    virtual ~ParticleWriter() = default;

    /// Writes one frame and returns the name of its file; creates the folder. The frame must have id, position and
    /// velocity. Throws Error(InputOutput) that names the file; then no half of it is left.
    virtual std::filesystem::path write(const Frame& frame) = 0;
};

/// Binary little-endian PLY: x y z, vx vy vz, id, radius and the other attributes under their names; vectors are taken
/// apart as name_x, name_y, name_z. Positions are double when the frame's origin is far off, otherwise float.
/// `files` must outlive the writer.
std::unique_ptr<ParticleWriter> makePlyWriter(FrameNames names, FileLayer& files);

/// VTK PolyData (VTP), compressed with LZ4, one vertex cell per particle, attributes under their names. Keeps
/// <base>.pvd and <base>.vtp.series beside the files, with the times in seconds: of the frames written, and of files
/// from earlier exports that these indices already listed. Points are double when the frame's origin is not zero.
std::unique_ptr<ParticleWriter> makeVtpWriter(FrameNames names, FileLayer& files);

} // namespace sastrugi
