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

void FrameWriter::addToIndex(std::int64_t frame, double time)
{
    if (!m_index)
        m_index = makeIndex(m_names, m_files);
    if (m_index)
        m_index->add(frame + m_numberOffset, time);
}

bool FrameWriter::isThere(std::int64_t frame, double time, const Hash& content)
{
    if (!record().isThere(pathOf(frame), sourceOf(content)))
        return false;
    addToIndex(frame, time);
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
    if (content)
        record().add(path, sourceOf(*content), bytes);
    addToIndex(frame.number, frame.time);
    return path;
}

} // namespace sastrugi
