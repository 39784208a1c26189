// Parameters of the Export Particles node: what `sastrugi export` reads.
#pragma once

#include "engine/io/ParticleFormat.h"
#include "nodes/types/exportSettings.h"

namespace sastrugi
{

/// The place of a format in particleFormats(): whoever adds one there has added it here.
enum class ParticleFormatIndex : int {};

struct ExportParticlesParameters {
    ParticleFormatIndex format{0};
    FilePath file = {"export/particles.####"};
    Text frames;
    std::int64_t samplesPerFrame = 1;
    std::int64_t numberOffset = ParticleExportSettings{}.numberOffset;
    Text attributes = {ParticleExportSettings{}.attributes};
    AttributeNames names = ParticleExportSettings{}.names;
    double metresPerUnit = ParticleExportSettings{}.metresPerUnit;
    UpAxis upAxis = ParticleExportSettings{}.upAxis;
};

inline auto parameters(Tag<ExportParticlesParameters>)
{
    using P = ExportParticlesParameters;
    return std::tuple{
        formatChoice(&P::format, particleFormats(), "Kind of the files."),
        path(&P::file, "file",
             "Name of the files, relative to the scene file; #### stands for the frame number, and the ending of the "
             "format is added where it is missing."),
        line(&P::frames, "frames", "Which frames, such as '1-48' or '12'; empty: all that are cached."),
        integer(&P::samplesPerFrame, "samplesPerFrame", 1, 100,
                "Files per frame: 4 writes also three between each two frames, for motion blur, and counts four to a "
                "frame; particles move on curves through their places and velocities, and keep their other values "
                "until the next frame."),
        integer(&P::numberOffset, "numberOffset", 0, 1000000,
                "Is added to the number of a frame in the name of its file: 1000 counts from 1001."),
        line(&P::attributes, "attributes",
             "What goes along with the positions, such as 'velocity, id, density'; empty: all there is."),
        choice(&P::names, "names",
               {{"plain", AttributeNames::Plain, "As they are called here, and understood by Blender and ParaView."},
                {"houdini", AttributeNames::Houdini, "P, v and pscale for position, velocity and radius."}},
               "How the attributes are called in the files."),
        number(&P::metresPerUnit, "metresPerUnit", Unit::None, 1e-6, 1e6,
               "Length of one unit of the files, in metres, for positions, velocities per second and radii; 0.01 "
               "writes centimetres. Other attributes stay in SI units."),
        choice(&P::upAxis, "upAxis",
               {{"z", UpAxis::Z, "As here and in Blender."},
                {"y", UpAxis::Y, "As in Houdini: (x, y, z) becomes (x, z, -y)."}},
               "The axis that points up in the files."),
    };
}

} // namespace sastrugi
