#include "app/cli/SceneFiles.h"

#include "engine/core/Error.h"
#include "engine/io/FrameNames.h"

namespace sastrugi
{

SceneFiles::SceneFiles(const SceneInput& input)
{
    add(input.document().file);
    for (const Node& node : input.graph().nodes())
        if (const NodeType* type = input.graph().typeOf(node); type && type->readsFiles)
            for (const auto& [key, value] : node.values)
                if (const auto* path = std::get_if<FilePath>(&value); path && !path->text.empty())
                    add(resolvePath(input.directory(), *path));
}

void SceneFiles::add(const std::filesystem::path& file)
{
    std::error_code absent;
    if (const auto canonical = std::filesystem::canonical(file, absent); !absent) {
        m_files.insert(canonical);
        return;
    }
    try {
        const FrameNames names(file.string(), file.extension().string(), 1);
        if (names.hasNumber())
            for (const auto& [number, numbered] : names.existing())
                m_files.insert(std::filesystem::canonical(numbered));
    } catch (const std::exception&) {
        // There is no such folder, or file: nothing could be written over.
    }
}

void SceneFiles::refuse(const std::filesystem::path& file) const
{
    std::error_code absent;
    const auto canonical = std::filesystem::canonical(file, absent);
    if (!absent && m_files.contains(canonical))
        fail(ErrorKind::Usage, "'{}' is read by the scene, and would be written over; choose another name",
             utf8Of(file));
}

} // namespace sastrugi
