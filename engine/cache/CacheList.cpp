#include "engine/cache/CacheList.h"

#include "engine/cache/CacheLock.h"
#include "engine/cache/CacheNames.h"
#include "engine/core/Error.h"

#include <algorithm>
#include <set>

#include <sys/stat.h>

namespace sastrugi
{

namespace fs = std::filesystem;

namespace
{

std::vector<fs::path> filesOf(const fs::path& folder)
{
    std::vector<fs::path> paths;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (entry.is_regular_file(error))
            paths.push_back(entry.path());
    return paths;
}

/// Linked files count once.
std::uint64_t bytesOnDisk(const std::vector<CacheFolder>& folders)
{
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    std::uint64_t bytes = 0;
    for (const CacheFolder& folder : folders)
        for (const fs::path& file : filesOf(folder.folder)) {
            struct stat status = {};
            if (::stat(file.c_str(), &status) == 0 && seen.emplace(status.st_dev, status.st_ino).second)
                bytes += static_cast<std::uint64_t>(status.st_size);
        }
    return bytes;
}

/// False when another process writes to it.
bool removeCache(FileLayer& files, const CacheFolder& cache)
{
    try {
        const CacheLock lock(cache.folder);
        for (const std::string_view kind : {"frame", "checkpoint"})
            for (const auto& [number, file] : numberedFiles(cache.folder, kind))
                files.remove(file);
        for (const char* name : {"run.jsonl", "manifest.json", "lock"})
            files.remove(cache.folder / name);
        std::error_code stillHasFiles;
        fs::remove(cache.folder, stillHasFiles);
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

std::vector<CacheFolder> listCaches(FileLayer& files, const fs::path& base)
{
    std::vector<CacheFolder> folders;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(base, error)) {
        CacheFolder cache;
        cache.folder = entry.path();
        try {
            cache.manifest = manifestFromJson(files.readText(cache.folder / "manifest.json"));
        } catch (const Error&) {
            continue; // not a cache
        }
        cache.frames = numberedFiles(cache.folder, "frame").size();
        cache.lastWritten = fs::file_time_type::min();
        for (const fs::path& file : filesOf(cache.folder)) {
            const std::uintmax_t size = fs::file_size(file, error);
            cache.bytes += error ? 0 : size;
            const fs::file_time_type time = fs::last_write_time(file, error);
            cache.lastWritten = error ? cache.lastWritten : std::max(cache.lastWritten, time);
        }
        cache.isInUse = CacheLock::isHeld(cache.folder);
        folders.push_back(std::move(cache));
    }
    std::ranges::sort(folders, {}, [](const CacheFolder& cache) { return std::pair(cache.lastWritten, cache.folder); });
    return folders;
}

std::vector<CacheFolder> evictCaches(FileLayer& files, const fs::path& base, std::uint64_t limit,
                                     const fs::path& current)
{
    std::vector<CacheFolder> left = listCaches(files, base), removed;
    for (std::size_t oldest = 0; oldest < left.size() && bytesOnDisk(left) > limit;) {
        if (left[oldest].folder == current || left[oldest].isInUse || !removeCache(files, left[oldest])) {
            ++oldest;
            continue;
        }
        removed.push_back(std::move(left[oldest]));
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(oldest));
    }
    return removed;
}

} // namespace sastrugi
