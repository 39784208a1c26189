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

std::vector<MotionKey> parseMotionKeys(std::string_view text)
{
    std::vector<MotionKey> keys;
    forEachKeyLine(text, 2, 3, "the key frames", "'time; way; turn', such as '1 s; 0, 0, 0.2; 0, 0, 90 deg'",
                   [&](const auto& parts) {
                       MotionKey key{parseQuantity(parts[0], Unit::Second), parseVector(parts[1], Unit::Metre)};
                       if (parts.size() == 3)
                           key.turn = Eigen::Quaterniond(rotationMatrix(parseVector(parts[2], Unit::Radian)));
                       keys.push_back(key);
                   });
    return keys;
}

} // namespace sastrugi
