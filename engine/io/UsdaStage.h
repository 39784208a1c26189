// USD as text: a prim per file with one time sample, and a stage that plays the files as value clips.
//
// UsdGeom's schema.usda: velocities are per second, widths are diameters, ids are int64; velocities count only where
// their samples have the times of the points'. All stage metadata is written, since its fallbacks (24 frames per
// second, centimetres) are nobody's wish.
#pragma once

#include "engine/io/ParticleFormat.h"

#include <string>
#include <string_view>

namespace sastrugi
{

/// What the files of an animation hold: "Points" named "particles".
struct UsdaPrim {
    std::string_view type, name;
};

/// A file with one prim whose attributes are the columns of the table; `more` are lines of further attributes, each
/// indented by eight blanks. Throws Error(Interrupted) when stopped.
std::string usdaFile(const ParticleTable& table, const UsdaPrim& prim, std::string more, const std::stop_token& stop);

/// The stage <base>.usda over the files of the frames.
std::unique_ptr<FrameIndex> makeUsdaStage(const FrameNames& names, const ParticleExportSettings& settings,
                                          FileLayer& files, const UsdaPrim& prim);

} // namespace sastrugi
