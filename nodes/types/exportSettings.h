// What the parameters of Export Particles and Export Mesh have in common.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/io/ParticleTable.h"

namespace sastrugi
{

/// Without the frame rate, which the scene has.
template <class ExportParameters>
ParticleExportSettings exportSettingsOf(const ExportParameters& parameters)
{
    ParticleExportSettings settings;
    settings.metresPerUnit = parameters.metresPerUnit;
    settings.upAxis = parameters.upAxis;
    settings.names = parameters.names;
    settings.attributes = parameters.attributes.text;
    settings.numberOffset = parameters.numberOffset;
    return settings;
}

/// The parameter `format` of a table of formats; the place of a format in it is the value.
template <class ExportParameters, class Format, class Formats>
auto formatChoice(Format ExportParameters::*format, const Formats& formats, const char* doc)
{
    auto entry = choice(format, "format", {}, doc);
    for (const auto& known : formats)
        entry.info.options.push_back({known.name, static_cast<int>(entry.info.options.size()), known.doc});
    return entry;
}

} // namespace sastrugi
