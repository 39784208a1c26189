#include "engine/core/Hash.h"

#include "engine/core/Error.h"

#include <charconv>
#include <new>

#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

namespace sastrugi
{

std::string Hash::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash Hash::fromHex(std::string_view text)
{
    Hash hash;
    const auto read = [](std::string_view digits, std::uint64_t& value) {
        const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        return status == std::errc() && end == digits.data() + digits.size();
    };
    if (text.size() != 32 || !read(text.substr(0, 16), hash.high) || !read(text.substr(16), hash.low))
        fail(ErrorKind::InputOutput, "'{}' is not a content hash of 32 hexadecimal digits", text);
    return hash;
}

struct ContentHash::State {
    XXH3_state_t xxh;
};

ContentHash::ContentHash() : m_state(std::make_unique<State>()) { XXH3_128bits_reset(&m_state->xxh); }

ContentHash::~ContentHash() = default;

ContentHash& ContentHash::addBytes(const void* data, std::size_t size)
{
    XXH3_128bits_update(&m_state->xxh, data, size);
    return *this;
}

ContentHash& ContentHash::add(std::string_view text)
{
    add(static_cast<std::int64_t>(text.size()));
    return addBytes(text.data(), text.size());
}

ContentHash& ContentHash::add(const Hash& hash)
{
    const std::uint64_t words[2] = {hash.high, hash.low};
    return addBytes(words, sizeof words);
}

ContentHash& ContentHash::add(double value)
{
    const double canonical = value == 0 ? 0.0 : value;
    return addBytes(&canonical, sizeof canonical);
}

ContentHash& ContentHash::add(std::int64_t value) { return addBytes(&value, sizeof value); }

Hash ContentHash::digest() const
{
    const XXH128_hash_t digest = XXH3_128bits_digest(&m_state->xxh);
    return {digest.high64, digest.low64};
}

} // namespace sastrugi
