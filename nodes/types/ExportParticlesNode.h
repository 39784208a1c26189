// Parameters of the Export Particles node: what `sastrugi export` reads.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

enum class ParticleFormat { Ply, Vtp };

struct ExportParticlesParameters {
    ParticleFormat format = ParticleFormat::Ply;
    FilePath file = {"export/particles.####"};
};

inline auto parameters(Tag<ExportParticlesParameters>)
{
    using P = ExportParticlesParameters;
    return std::tuple{
        choice(&P::format, "format",
               {{"ply", ParticleFormat::Ply, "Binary PLY, which most programs read."},
                {"vtp", ParticleFormat::Vtp, "VTK PolyData with PVD and .series, for ParaView."}},
               "Kind of the files."),
        path(&P::file, "file",
             "Name of the files, relative to the scene file; #### stands for the frame number, and the ending of the "
             "format is added where it is missing."),
    };
}

} // namespace sastrugi
