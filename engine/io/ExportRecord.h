// What an export has written, so that the next one can leave alone what is there, valid and the same.
#pragma once

#include "engine/core/File.h"
#include "engine/core/Hash.h"
#include "engine/io/FrameNames.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace sastrugi
{

/// Kept in the hidden file .<base><ending>.exported beside the files: by name, what each was made of, and what is in
/// it.
class ExportRecord
{
public:
    /// Reads what an earlier export left; an unreadable record counts as none, and is replaced.
    ExportRecord(const FrameNames& names, FileLayer& files);

    /// Whether the file was made of `source` and has since not been changed: all of it is read.
    bool isThere(const std::filesystem::path& path, const Hash& source) const;

    /// After `path` was written with `bytes`. Throws Error(InputOutput).
    void add(const std::filesystem::path& path, const Hash& source, std::string_view bytes);

private:
    struct Entry {
        std::string source, content;
    };

    FileLayer& m_files;
    std::filesystem::path m_path;
    std::map<std::string, Entry> m_entries; // by file name
};

} // namespace sastrugi
