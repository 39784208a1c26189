#include "nodes/graph/NodeName.h"

#include "engine/core/Hash.h"

namespace sastrugi
{

namespace
{

/// Length of the well-formed UTF-8 sequence at the start of `text`, or 0.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80   ? 1
                               : byte(0) < 0xC2 ? 0
                               : byte(0) < 0xE0 ? 2
                               : byte(0) < 0xF0 ? 3
                               : byte(0) < 0xF5 ? 4
                                                : 0;
    if (length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    return length;
}

bool isFileCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

} // namespace

std::string whyNotNodeName(std::string_view name)
{
    if (name.empty())
        return "a name is not empty";
    if (name.size() > 200)
        return "a name is at most 200 bytes long";
    if (name.front() == ' ' || name.back() == ' ')
        return "a name does not begin or end with a space";
    for (std::size_t i = 0; i < name.size();) {
        const std::size_t length = sequenceLength(name.substr(i));
        if (length == 0)
            return "a name is UTF-8 text";
        if (const auto c = static_cast<unsigned char>(name[i]); c < 0x20 || c == 0x7F || c == '=' || c == ',')
            return "a name has no '=', no ',' and no control character";
        i += length;
    }
    return {};
}

std::string fileSlug(std::string_view name)
{
    constexpr std::size_t longest = 48, hashDigits = 8;
    std::string slug;
    bool isSame = name.size() <= longest && !name.empty();
    for (const char c : name) {
        if (isFileCharacter(c))
            slug += c;
        else {
            isSame = false;
            if (!slug.empty() && slug.back() != '-')
                slug += '-';
        }
    }
    if (isSame)
        return slug;
    slug.resize(std::min(slug.size(), longest - hashDigits - 1));
    if (!slug.empty() && slug.back() != '-')
        slug += '-';
    return slug + ContentHash().add(name).digest().hex().substr(0, hashDigits);
}

} // namespace sastrugi
