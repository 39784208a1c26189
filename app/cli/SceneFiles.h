// Files that a scene reads, which no export may write over.
#pragma once

#include "app/cli/SceneInput.h"

#include <filesystem>
#include <set>

namespace sastrugi
{

class SceneFiles
{
public:
    /// The scene's own file, those that its nodes name, and all of numbered ones.
    explicit SceneFiles(const SceneInput& input);

    /// Throws Error(Usage) where `file` is one of them, under whatever name.
    void refuse(const std::filesystem::path& file) const;

private:
    void add(const std::filesystem::path& file);

    std::set<std::filesystem::path> m_files; // canonical
};

} // namespace sastrugi
