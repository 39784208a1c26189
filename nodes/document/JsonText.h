// A JSON text as a tree of slices of it: where every value stands, and its bytes as they were typed.
//
// The library parses and judges the text; this keeps what it throws away: positions, for messages, and the spelling
// of what this program does not understand, so that it is written back byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct JsonMember;

struct JsonValue {
    enum class Kind { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    std::string_view raw;            // from its first to its last character
    int line = 1;                    // of its first character
    std::vector<JsonMember> members; // of an object, in the order of the text
    std::vector<JsonValue> elements; // of an array

    const JsonValue* find(std::string_view key) const;
    /// Of a String, a Number and a Boolean.
    std::string text() const;
    double number() const;
    bool isTrue() const { return raw == "true"; }
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

/// The slices point into `text`. Throws Error(Scene) that begins with `source` (a file's name) and names line and
/// column, when the text is not JSON or an object names a key twice.
JsonValue parseJson(std::string_view text, std::string_view source);

/// In quotes, with escapes.
std::string quotedJson(std::string_view text);

} // namespace sastrugi
