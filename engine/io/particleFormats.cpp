// The table of contents: one line per format.
#include "engine/io/ParticleFormat.h"

#include <algorithm>

namespace sastrugi
{

ParticleFormat plyFormat();
ParticleFormat plyAsciiFormat();
ParticleFormat vtpFormat();
ParticleFormat bhclassicFormat();
ParticleFormat bgeoFormat();
ParticleFormat usdaFormat();
ParticleFormat npzFormat();
ParticleFormat csvFormat();
ParticleFormat xyzFormat();

const std::vector<ParticleFormat>& particleFormats()
{
    static const std::vector<ParticleFormat> formats = {
        plyFormat(),  plyAsciiFormat(), vtpFormat(), bhclassicFormat(), bgeoFormat(),
        usdaFormat(), npzFormat(),      csvFormat(), xyzFormat(),
    };
    return formats;
}

void writeIfChanged(FileLayer& files, const std::filesystem::path& path, std::string_view text)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error) || files.readText(path) != text)
        files.writeAtomically(path, text);
}

Hash hashOf(std::string_view format, const ParticleExportSettings& settings)
{
    ContentHash hash;
    hash.add(format).add(settings.metresPerUnit).add(static_cast<int>(settings.upAxis));
    hash.add(static_cast<int>(settings.names)).add(std::string_view(settings.attributes));
    return hash.add(settings.framesPerSecond)
        .add(settings.numberOffset)
        .add(std::string_view(settings.source))
        .digest();
}

const ParticleFormat* findParticleFormat(std::string_view name)
{
    const auto& formats = particleFormats();
    const auto found = std::ranges::find(formats, name, &ParticleFormat::name);
    return found == formats.end() ? nullptr : &*found;
}

} // namespace sastrugi
