#include "engine/io/ParticleWriter.h"

#include <algorithm>

namespace sastrugi
{

ParticleWriter::ParticleWriter(const ParticleFormat& format, FrameNames names, ParticleExportSettings settings,
                               FileLayer& files)
    : FrameWriter(std::move(names), settings.numberOffset, hashOf(format.name, settings), files), m_format(format),
      m_settings(std::move(settings))
{
}

std::string ParticleWriter::encode(const Frame& frame, const std::stop_token& stop) const
{
    return m_format.encode(makeTable(frame, m_settings, m_format.needs), stop);
}

std::unique_ptr<FrameIndex> ParticleWriter::makeIndex(const FrameNames& names, FileLayer& files) const
{
    return m_format.makeIndex ? m_format.makeIndex(names, m_settings, files) : nullptr;
}

double ParticleWriter::predictedBytes(const Frame& frame) const
{
    constexpr std::size_t sample = 20000;
    const std::size_t count = frame.particles.count();
    TableNeeds needs = m_format.needs;
    needs.most = std::min(count, sample);
    const auto bytesOf = [&] {
        return static_cast<double>(m_format.encode(makeTable(frame, m_settings, needs), {}).size());
    };
    const double sampled = bytesOf();
    if (needs.most == count)
        return sampled;
    return sampled * static_cast<double>(count) / static_cast<double>(needs.most);
}

} // namespace sastrugi
