#include "engine/motion/motionKeys.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/geometry/Transform.h"
#include "engine/motion/textParts.h"

namespace sastrugi
{

namespace
{

Vector3 parseVector(std::string_view text, Unit unit)
{
    ParameterInfo info;
    info.type = ParameterType::Vector;
    info.unit = unit;
    return std::get<Vector3>(parseParameter(info, text));
}

} // namespace

std::vector<TypedKey> parseTypedKeys(std::string_view text)
{
    std::vector<TypedKey> keys;
    forEachKeyLine(text, 2, 3, "the key frames", "'time; way; turn', such as '1 s; 0, 0, 0.2; 0, 0, 90 deg'",
                   [&](const auto& parts) {
                       TypedKey key{parseQuantity(parts[0], Unit::Second), parseVector(parts[1], Unit::Metre)};
                       if (parts.size() == 3)
                           key.turns = parseVector(parts[2], Unit::Radian);
                       keys.push_back(key);
                   });
    return keys;
}

MotionKey motionKey(const TypedKey& key) { return {key.time, key.way, Eigen::Quaterniond(rotationMatrix(key.turns))}; }

std::vector<MotionKey> parseMotionKeys(std::string_view text)
{
    std::vector<MotionKey> keys;
    for (const TypedKey& key : parseTypedKeys(text))
        keys.push_back(motionKey(key));
    return keys;
}

std::string textOf(const std::vector<TypedKey>& keys)
{
    std::string text;
    for (const TypedKey& key : keys) {
        text += fmt::format("{}{} s; {}, {}, {}", text.empty() ? "" : "\n", key.time, key.way.x(), key.way.y(),
                            key.way.z());
        if (!key.turns.isZero(0))
            text += fmt::format("; {}, {}, {}", key.turns.x(), key.turns.y(), key.turns.z());
    }
    return text;
}

} // namespace sastrugi
