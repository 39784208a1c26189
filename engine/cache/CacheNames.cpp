#include "engine/cache/CacheNames.h"

#include "engine/core/Hash.h"

#include <fmt/format.h>

#include <charconv>

namespace sastrugi
{

namespace fs = std::filesystem;

std::string cacheFolderName(std::string_view node, const Hash& sceneHash)
{
    constexpr std::size_t longest = 48;
    std::string slug;
    for (const char c : node.substr(0, longest)) {
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (isPlain)
            slug += c;
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    while (!slug.empty() && slug.back() == '-')
        slug.pop_back();
    return (slug.empty() ? "solver" : slug) + "-" + sceneHash.hex().substr(0, 16);
}

std::string numberedName(std::string_view kind, std::int64_t number)
{
    return fmt::format("{}.{:04}.h5", kind, number);
}

std::map<std::int64_t, fs::path> numberedFiles(const fs::path& folder, std::string_view kind)
{
    std::map<std::int64_t, fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(std::string(kind) + "."))
            continue;
        std::int64_t number = 0;
        const char* begin = name.data() + kind.size() + 1;
        std::from_chars(begin, name.data() + name.size(), number);
        if (name == numberedName(kind, number))
            files[number] = entry.path();
    }
    return files;
}

} // namespace sastrugi
