// Meshes of others, on which readers are tried.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace sastrugi::test
{

/// Their folder; empty where there is none.
inline std::filesystem::path wildMeshes()
{
    const char* folder = std::getenv("SASTRUGI_TEST_MESHES");
    return folder ? folder : "";
}

} // namespace sastrugi::test
