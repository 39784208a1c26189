// Writing frames for other programs, one file per frame: what particles and volumes have in common.
//
// A file appears under its name when it is complete. What is there already, valid and made of the same, can be skipped.
#pragma once

#include "engine/io/ExportRecord.h"
#include "engine/io/ParticleFormat.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

namespace sastrugi
{

class FrameWriter
{
public:
    virtual ~FrameWriter() = default;

    /// Of the file of a frame.
    std::filesystem::path pathOf(std::int64_t frame) const { return m_names.of(frame + m_numberOffset); }

    /// Whether the file of the frame whose content is `content` is there and needs not be written. Its name is then in
    /// the index.
    bool isThere(std::int64_t frame, const Hash& content);

    /// Writes one frame and returns the name of its file; creates the folder. `content` is Frame::contentHash();
    /// without it, the file is not remembered for isThere(). Throws Error(InputOutput) that names the file,
    /// Error(Interrupted) when stopped, and what encode() throws; then no half of it is left.
    std::filesystem::path write(const Frame& frame, const std::optional<Hash>& content = {},
                                const std::stop_token& stop = {});

    /// About how large the file of the frame will be, bytes.
    virtual double predictedBytes(const Frame& frame) const { return static_cast<double>(encode(frame, {}).size()); }

protected:
    /// `settings` is the hash of all that decides on the content besides the frame. `files` must outlive the writer.
    FrameWriter(FrameNames names, std::int64_t numberOffset, const Hash& settings, FileLayer& files);

    /// The whole file.
    virtual std::string encode(const Frame& frame, const std::stop_token& stop) const = 0;
    virtual std::unique_ptr<FrameIndex> makeIndex(const FrameNames&, FileLayer&) const { return nullptr; }

private:
    Hash sourceOf(const Hash& content) const;
    /// The files that were written with the same settings, in the order of their times.
    std::map<std::int64_t, SeriesFile> seriesAround(std::int64_t number);
    void addToIndex(std::int64_t frame);
    ExportRecord& record();

    FrameNames m_names;
    std::int64_t m_numberOffset;
    Hash m_settings;
    FileLayer& m_files;
    std::optional<ExportRecord> m_record;
    std::unique_ptr<FrameIndex> m_index;
};

} // namespace sastrugi
