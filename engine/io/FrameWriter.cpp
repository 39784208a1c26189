#include "engine/io/FrameWriter.h"

#include "engine/core/Stop.h"

namespace sastrugi
{

FrameWriter::FrameWriter(FrameNames names, std::int64_t numberOffset, const Hash& settings, FileLayer& files)
    : m_names(std::move(names)), m_numberOffset(numberOffset), m_settings(settings), m_files(files)
{
}

Hash FrameWriter::sourceOf(const Hash& content) const
{
    ContentHash hash;
    return hash.add(SASTRUGI_VERSION).add(m_settings).add(content).digest();
}

ExportRecord& FrameWriter::record()
{
    if (!m_record)
        m_record.emplace(m_names, m_files);
    return *m_record;
}

std::map<std::int64_t, SeriesFile> FrameWriter::seriesAround(std::int64_t number)
{
    std::map<std::int64_t, SeriesFile> series;
    std::map<std::int64_t, std::filesystem::path> existing = m_names.existing();
    existing[number] = m_names.of(number);
    for (const auto& [other, path] : existing)
        if (const std::optional<double> time = record().timeOf(path, m_settings))
            series[other] = {path, *time};
    // What was counted from another first frame may have other times.
    const double time = series.at(number).time;
    std::erase_if(series, [&](const auto& file) {
        return file.first < number ? file.second.time >= time : file.first > number && file.second.time <= time;
    });
    return series;
}

void FrameWriter::addToIndex(std::int64_t frame)
{
    if (!m_index)
        m_index = makeIndex(m_names, m_files);
    if (m_index)
        m_index->write(seriesAround(frame + m_numberOffset));
}

bool FrameWriter::isThere(std::int64_t frame, const Hash& content)
{
    if (!record().isThere(pathOf(frame), sourceOf(content)))
        return false;
    addToIndex(frame);
    return true;
}

std::filesystem::path FrameWriter::write(const Frame& frame, const std::optional<Hash>& content,
                                         const std::stop_token& stop)
{
    const std::filesystem::path path = pathOf(frame.number);
    std::string bytes;
    try {
        bytes = encode(frame, stop);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::InputOutput)
            throw;
        fail(error.kind(), "cannot write '{}': {}", path.string(), error.what());
    }
    throwIfStopped(stop);
    m_files.createFolder(path.parent_path());
    m_files.writeAtomically(path, std::string_view(bytes));
    record().add(path, content ? std::optional(sourceOf(*content)) : std::nullopt, m_settings, frame.time, bytes);
    addToIndex(frame.number);
    return path;
}

} // namespace sastrugi
