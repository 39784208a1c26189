// Key frames as text: what a user types, and what is recorded of a hand.
#pragma once

#include "engine/motion/KeyedMotion.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// A key as it is typed.
struct TypedKey {
    double time = 0;                 // s
    Vector3 way = Vector3::Zero();   // m
    Vector3 turns = Vector3::Zero(); // about the fixed axes x, then y, then z; rad
    bool operator==(const TypedKey&) const = default;
};

/// A line is a key: time; way; turn, with units where they are not seconds, metres and radians, as in
///     1.5 s; 0, 0, -20 cm; 0, 0, 90 deg
/// Turns may be left out. Empty lines count for nothing.
/// Throws Error(Scene) that names the line, what is wrong with it and what is expected.
std::vector<TypedKey> parseTypedKeys(std::string_view text);

MotionKey motionKey(const TypedKey& key);
/// The keys of a text.
std::vector<MotionKey> parseMotionKeys(std::string_view text);

/// Reads back as the same keys, to the last bit.
std::string textOf(const std::vector<TypedKey>& keys);

} // namespace sastrugi
