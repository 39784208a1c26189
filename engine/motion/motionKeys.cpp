#include "engine/motion/motionKeys.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/geometry/Transform.h"

namespace sastrugi
{

namespace
{

/// The parts between separators, without the blanks around them.
std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        std::string_view part = text.substr(0, end);
        while (!part.empty() && (part.front() == ' ' || part.front() == '\t'))
            part.remove_prefix(1);
        while (!part.empty() && (part.back() == ' ' || part.back() == '\t' || part.back() == '\r'))
            part.remove_suffix(1);
        parts.push_back(part);
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

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
    std::size_t number = 0;
    for (const std::string_view line : partsOf(text, '\n')) {
        ++number;
        if (line.empty())
            continue;
        try {
            const std::vector<std::string_view> parts = partsOf(line, ';');
            if (parts.size() < 2 || parts.size() > 3)
                fail(ErrorKind::Usage, "'{}' has {} parts", line, parts.size());
            MotionKey key{parseQuantity(parts[0], Unit::Second), parseVector(parts[1], Unit::Metre)};
            if (parts.size() == 3)
                key.turn = Eigen::Quaterniond(rotationMatrix(parseVector(parts[2], Unit::Radian)));
            keys.push_back(key);
        } catch (const Error& error) {
            fail(ErrorKind::Scene,
                 "line {} of the key frames: {}; a key is 'time; way; turn', such as '1 s; 0, 0, 0.2; 0, 0, 90 deg'",
                 number, error.what());
        }
    }
    return keys;
}

} // namespace sastrugi
