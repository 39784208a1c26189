// Parameters of the Export Volume node: what `sastrugi export` reads.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/io/VolumeWriter.h"

namespace sastrugi
{

struct ExportVolumeParameters {
    FilePath file = {"export/density.####.vdb"};
    Text frames;
    std::int64_t samplesPerFrame = 1;
    std::int64_t numberOffset = VolumeExportSettings{}.numberOffset;
    double metresPerUnit = VolumeExportSettings{}.metresPerUnit;
    UpAxis upAxis = VolumeExportSettings{}.upAxis;
    bool hasVelocity = true, hasTemperature = true;
    Text velocityName = {"velocity"};
};

/// Without the parameters of the volume, which comes by a link.
inline VolumeExportSettings settingsOf(const ExportVolumeParameters& parameters)
{
    VolumeExportSettings settings;
    settings.metresPerUnit = parameters.metresPerUnit;
    settings.upAxis = parameters.upAxis;
    settings.numberOffset = parameters.numberOffset;
    settings.hasVelocity = parameters.hasVelocity;
    settings.hasTemperature = parameters.hasTemperature;
    settings.velocityName = parameters.velocityName.text;
    return settings;
}

inline auto parameters(Tag<ExportVolumeParameters>)
{
    using P = ExportVolumeParameters;
    return std::tuple{
        path(&P::file, "file",
             "Name of the volumes, relative to the scene file; #### stands for the frame number, and .vdb is added "
             "where it is missing."),
        line(&P::frames, "frames", "The frames that become volumes, such as '1-48' or '12'; empty: all cached ones."),
        integer(&P::samplesPerFrame, "samplesPerFrame", 1, 100,
                "Volumes per frame: 2 writes also one between each two frames, out of particles in between, and counts "
                "two to a frame."),
        integer(&P::numberOffset, "numberOffset", 0, 1000000,
                "Is added to the number of a frame in the name of its volume: 1000 counts from 1001."),
        number(&P::metresPerUnit, "metresPerUnit", Unit::None, 1e-6, 1e6,
               "Length of one unit of the volumes, in metres; densities stay kg/m3."),
        choice(&P::upAxis, "upAxis",
               {{"z", UpAxis::Z, "As in the scene; Blender takes volumes as they are."},
                {"y", UpAxis::Y, "For Houdini: (x, y, z) becomes (x, z, -y)."}},
               "The axis that points up in the volumes."),
        toggle(&P::hasVelocity, "hasVelocity",
               "Whether there is a grid of the velocity, in units of the file per second, for motion blur."),
        toggle(&P::hasTemperature, "hasTemperature",
               "Whether there is a grid of the temperature, in K, where the snow has one."),
        line(&P::velocityName, "velocityName",
             "Name of the grid of the velocity: 'velocity' for Blender, 'vel' for Houdini."),
    };
}

} // namespace sastrugi
