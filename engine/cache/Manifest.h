// manifest.json: what made a cache folder, for people and for programs that list folders.
#pragma once

#include "engine/core/Hash.h"
#include "engine/simulation/Scene.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sastrugi
{

struct Manifest {
    int format = 1; // of the folder and its files
    std::string program;
    Hash sceneHash;
    std::string node; // the solver node's name
    std::string solver;
    std::int64_t seed = 0;
    double framesPerSecond = 0;
    std::int64_t firstFrame = 0;
    int threads = 0;
    std::string machine;
    std::string created; // UTC, ISO 8601
};

/// Of a folder that is made now, by this program on this machine.
Manifest manifestFor(const Scene& scene);

std::string toJson(const Manifest& manifest);
/// Throws Error(InputOutput) with what is wrong.
Manifest manifestFromJson(std::string_view text);

} // namespace sastrugi
