// Content hashes: XXH3, 128 bits. Equal hash means equal content; not meant against forgery.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sastrugi
{

struct Hash {
    std::uint64_t high = 0, low = 0;

    auto operator<=>(const Hash&) const = default;

    /// 32 lower-case hexadecimal digits.
    std::string hex() const;
    /// Throws Error(InputOutput) when `text` is not 32 hexadecimal digits.
    static Hash fromHex(std::string_view text);
};

/// Accumulates content. Strings and arrays are added with their length, so that "ab","c" differs from "a","bc".
class ContentHash
{
public:
    ContentHash();
    ~ContentHash();
    ContentHash(const ContentHash&) = delete;
    ContentHash& operator=(const ContentHash&) = delete;

    ContentHash& addBytes(const void* data, std::size_t size);
    ContentHash& add(std::string_view text);
    ContentHash& add(const char* text) { return add(std::string_view(text)); }
    ContentHash& add(const Hash& hash);
    /// -0 counts as 0.
    ContentHash& add(double value);
    ContentHash& add(std::int64_t value);
    ContentHash& add(bool value) { return add(static_cast<std::int64_t>(value)); }
    ContentHash& add(int value) { return add(static_cast<std::int64_t>(value)); }

    template <class T>
    ContentHash& addArray(std::span<const T> values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        add(static_cast<std::int64_t>(values.size()));
        return addBytes(values.data(), values.size_bytes());
    }

    Hash digest() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sastrugi
