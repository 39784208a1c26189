// A frame to be written, and the reading of files as they are.
#pragma once

#include "engine/simulation/Frame.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sastrugi::test
{

/// Whose values are told by the number of the particle, in every type that there is.
inline Frame makeFrame(std::int64_t number, std::size_t count, const Vector3& origin = Vector3::Zero())
{
    Frame frame;
    frame.number = number;
    frame.time = double(number - 1) / 24;
    frame.origin = origin;
    frame.particles = Attributes(count);
    const auto id = frame.particles.add<std::uint32_t>("id");
    const auto position = frame.particles.add<float>("position", 3),
               velocity = frame.particles.add<float>("velocity", 3);
    const auto radius = frame.particles.add<float>("radius"), odd = frame.particles.add<float>("s");
    const auto material = frame.particles.add<std::uint8_t>("material");
    const auto born = frame.particles.add<std::uint64_t>("born");
    for (std::size_t i = 0; i < count; ++i) {
        id[i] = std::uint32_t(3 * i);
        radius[i] = 0.5f;
        odd[i] = float(i) * 0.25f;
        material[i] = std::uint8_t(i % 3);
        born[i] = 7 * i;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            position[3 * i + axis] = float(i) + 0.25f * float(axis);
            velocity[3 * i + axis] = -float(i) + float(axis);
        }
    }
    return frame;
}

inline std::string readText(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace sastrugi::test
