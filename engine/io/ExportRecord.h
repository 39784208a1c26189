// What exports have written, so that the next one can leave alone what is there, valid and the same, and so that an
// index lists what belongs together.
#pragma once

#include "engine/core/File.h"
#include "engine/core/Hash.h"
#include "engine/io/FrameNames.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sastrugi
{

/// Kept in the hidden file .<base><ending>.exported beside the files: by name, what each was made of and with, when it
/// is, and what is in it.
class ExportRecord
{
public:
    /// Reads what an earlier export left; an unreadable record counts as none, and is replaced.
    ExportRecord(const FrameNames& names, FileLayer& files);

    /// Whether the file was made of `source` and has since not been changed: all of it is read.
    bool isThere(const std::filesystem::path& path, const Hash& source) const;

    /// The time of a file that was written with `settings`, in seconds; nothing for others.
    std::optional<double> timeOf(const std::filesystem::path& path, const Hash& settings) const;

    /// After `path` was written with `bytes`; without a source isThere() does not know it. Throws Error(InputOutput).
    void add(const std::filesystem::path& path, const std::optional<Hash>& source, const Hash& settings, double time,
             std::string_view bytes);

private:
    struct Entry {
        std::string source, settings, content;
        double time = 0;
    };

    FileLayer& m_files;
    std::filesystem::path m_path;
    std::map<std::string, Entry> m_entries; // by file name
};

} // namespace sastrugi
